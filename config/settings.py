"""Django's settings.

Everything that differs between installations comes from the environment. With nothing set:
SQLite in the data folder, tasks and cache in this process, DEBUG off. `docs/operations.md`
lists the variables.
"""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from config import environment as given
from config.databases import durable_settings
from config.installed import IS_INSTALLED, SHIPPED
from config.policies import PAGES

# A checkout has `make` and the set-up (tools/); an installed program has neither.
IS_CHECKOUT = not IS_INSTALLED
BASE_DIR = Path(__file__).resolve().parent.parent if IS_CHECKOUT else SHIPPED
DATA_DIR = given.read_variable(
    "DATA_DIR", given.data_folder, "name a folder this program may write in", None
) or given.default_data_folder(BASE_DIR if IS_CHECKOUT else None)

DEBUG = given.read_variable("DEBUG", given.boolean, "say true or false", False)
LOG_FORMAT = given.read_variable("LOG_FORMAT", given.log_format, "say line or json", "line")
SECRET_KEY = given.secret_key(DATA_DIR)
ALLOWED_HOSTS = given.read_variable(
    "ALLOWED_HOSTS",
    given.words,
    "list host names separated by commas",
    ["localhost", "127.0.0.1", "[::1]"],
)
CSRF_TRUSTED_ORIGINS: list[str] = given.read_variable(
    "CSRF_TRUSTED_ORIGINS",
    given.origins,
    "list origins with their scheme, such as https://play.example.org, separated by commas",
    [],
)
TABLET_ORIGIN = given.read_variable(
    "TABLET_ORIGIN",
    given.origin,
    "give one origin with its scheme, such as https://192.168.1.10:8443",
    "",
)
HTTPS = given.read_variable("HTTPS", given.boolean, "say true or false", False)
SECURE_COOKIES = given.read_variable("SECURE_COOKIES", given.boolean, "say true or false", HTTPS)
# Names for this machine that lead to no other.
LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"]

DATABASES = {
    "default": durable_settings(
        given.read_variable(
            "DATABASE_URL",
            given.database,
            "write sqlite:///path/to/file or postgres://user:password@host:5432/name",
            given.database(f"sqlite:///{DATA_DIR / 'treasurer.sqlite3'}"),
        )
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = given.read_variable(
    "REDIS_URL", given.redis, "write redis://host:6379/0 or rediss://…", ""
)
# Its machine may be gone without a word: no request waits longer for it.
REDIS_WAIT = {"socket_connect_timeout": 1, "socket_timeout": 2}
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_WAIT,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Django's 300 would forget who has tried how often once some hundred others came by.
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_RESULT_BACKEND = REDIS_URL or "cache+memory://localhost"
# A worker writes lines of its own, which are no JSON.
CELERY_WORKER_HIJACK_ROOT_LOGGER = LOG_FORMAT == "line"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A hall waits for its draw, and nobody for the others, which take minutes. A worker does the tasks
# of both queues unless it is told otherwise.
CELERY_TASK_QUEUES: dict[str, dict[str, Any]] = {"celery": {}, "heavy": {}}
CELERY_TASK_ROUTES = {
    "referee.tasks.*": {"queue": "heavy"},
    "tournament.tasks.run_*_rating": {"queue": "heavy"},
}
# Seconds until the task of a worker that was killed is given to another: more than any draw takes.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,
    # A worker asks anew each second whether there is a task: a silent connection is none.
    **(REDIS_WAIT | {"socket_timeout": 5, "health_check_interval": 5} if REDIS_URL else {}),
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

NCHAN_URL = given.read_variable(
    "NCHAN_URL",
    given.address,
    "give the address of nginx's publisher location, such as http://127.0.0.1:8090/publish",
    "",
)

# E-mails go out through a mail server, or are written into a folder and reach nobody.
EMAIL_FOLDER = DATA_DIR / "mail"
_MAIL = given.read_variable(
    "EMAIL_URL",
    given.mail_server,
    "write smtp+tls://user:password@host:587, smtps://…, smtp://localhost:25, file:///folder "
    "or console:",
    given.mail_server(EMAIL_FOLDER.as_uri()),
)
EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _MAIL.get("EMAIL_FILE_PATH")
EMAIL_HOST = _MAIL.get("EMAIL_HOST", "")
EMAIL_PORT = _MAIL.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = _MAIL.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = given.read_variable(
    "EMAIL_FROM",
    given.mailbox,
    "give an address, such as Spring Open <desk@example.org>",
    "Treasurer <treasurer@localhost>",
)
_PORT = given.read_variable("PORT", given.port_number, "give a port, such as 8001", 8000)
# Links in e-mails lead here: never to the host that a request named.
SITE_ORIGIN = given.read_variable(
    "SITE_ORIGIN",
    given.origin,
    "give one origin with its scheme, such as https://play.example.org",
    TABLET_ORIGIN or (f"https://{ALLOWED_HOSTS[0]}" if HTTPS else f"http://localhost:{_PORT}"),
)

# Webhooks go to the public internet by HTTPS only; where all organisers are trusted with what this
# server can reach, also to its own network, and without encryption.
WEBHOOKS_INWARD = given.read_variable("WEBHOOKS_INWARD", given.boolean, "say true or false", False)

# By its public half push services know this server. Players' browsers name the addresses there:
# nobody is trusted with the own network, only tests are.
PUSH_KEY = given.push_key(DATA_DIR)
PUSH_INWARD = False

# Backups of the whole installation are encrypted for these public keys of age; without one none is
# made by itself.
BACKUP_RECIPIENT = given.backup_recipients()
BACKUP_FOLDER = given.read_variable(
    "BACKUP_FOLDER",
    given.absolute_path,
    "give the whole path of a folder",
    DATA_DIR / "backups" / "installation",
)
BACKUP_DAILY = given.read_variable("BACKUP_DAILY", given.count, "give a number from 1 to 999", 7)
BACKUP_WEEKLY = given.read_variable("BACKUP_WEEKLY", given.count, "give a number from 1 to 999", 4)

INSTALLED_APPS = [
    "unfold",
    # The admin's pages are loaded with the addresses: a command that needs none starts sooner.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "tournament",
    "referee",
]
MIDDLEWARE = [
    "config.logs.log_requests",
    "config.probes.probes",
    "django.middleware.security.SecurityMiddleware",
    "config.static_middleware.StaticFilesMiddleware",
    "config.policies.Policies",
    "config.incoming.Incoming",
    "config.public_pages.public_pages",
    "config.public_snapshots.public_snapshots",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.clear_text.clear_text_guard",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tournament.accounts.sign_in.sessions.staff_sessions",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.accounts.sign_in.demand.second_factor_demand",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.console.post_only.post_only_pages",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The publisher makes public versions, and other processes read them. A process uses the last one it
# read for this long. If changes wait too long there is no publisher: then a reader publishes them.
VERSION_REMEMBERED_SECONDS = 0.25
CHANGES_WAIT_SECONDS = 2.0
# A page that tells of all tables is rendered anew for what happens at them no sooner than this.
BOARDS_SUMMED_UP_SECONDS = 5.0

# Answers what the tournament asks of the boards (`tournament.boards.Boards`).
BOARDS = "referee.boards.LoggedBoards"
# What can be printed of an event and of a round, in this order.
PRINTED_DOCUMENTS = (
    "tournament.prints.documents.DOCUMENTS",
    "referee.chief.score_sheet_documents.DOCUMENTS",
    "referee.board.rules_card.DOCUMENTS",
)

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = given.read_variable(
    "TIME_ZONE", given.time_zone, "name a zone, such as Europe/Paris", "UTC"
)
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.StaticFiles"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

# The client whose requests are counted: a header that anybody can write decides nothing.
NUM_PROXIES = 1 if HTTPS else 0

LOGIN_URL = "tournament:sign-in"
LOGIN_REDIRECT_URL = "tournament:organise"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "tournament.accounts.sign_in.backends.MembersBackend",
]
# From this day on, whoever runs events or enters the admin needs a second factor.
SECOND_FACTOR_FROM = given.read_variable(
    "SECOND_FACTOR_FROM", given.day, "write a day as 2026-12-31", None
)
# Links for a new password are good for an hour.
PASSWORD_RESET_TIMEOUT = 3600
PASSWORD_HASHERS = ["tournament.accounts.sign_in.hashing.PBKDF2InItsProcess"]
# An account is locked for the address that failed so often: tournament/accounts/sign_in/limits.py.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "tournament.accounts.sign_in.address.client_address"
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
# The two pages with a password say themselves that an account is locked.
SILENCED_SYSTEM_CHECKS = ["axes.W002"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "config.passwords.NoWordOfTheGame"},
]

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "tournament.accounts.services.session_store"
# A session ends after 16 hours, a day of a tournament; and after 3 without a click, which is longer
# than a game, for who watches a hall clicks rarely (tournament/accounts/sign_in/sessions.py).
SESSION_COOKIE_AGE = 16 * 3600
SESSION_IDLE_AGE = 3 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
# Browsers take names with this prefix by HTTPS only, and for this very host. So they are also other
# cookies than those of the hall's port without HTTPS, which could not replace secure ones.
_PREFIX = "__Host-" if SECURE_COOKIES else ""
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{_PREFIX}django_language"
SECURE_SSL_REDIRECT = HTTPS
# A tablet's token sent in clear is refused (`config.clear_text`): led on, nobody would see it.
SECURE_REDIRECT_EXEMPT = ["^api/", "^tablet/judge/"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# No body is larger (`config.body_limits`): none is ever written to the disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 25 * 1024 * 1024

CONTENT_SECURITY_POLICY = {"DIRECTIVES": PAGES}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Treasurer",
    "DESCRIPTION": "The tablet's and the public API of Treasurer.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "referee.tablet.api.kept_document.KeptDocument",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "referee.live.api.shapes.add_public_shapes",
        "referee.tablet.api.openapi.add_shapes",
    ],
}

UNFOLD = {
    "SITE_TITLE": "Treasurer",
    "SITE_HEADER": "Treasurer",
    "SITE_SYMBOL": "account_balance",
    "SITE_URL": "/",
    "SITE_FAVICONS": [
        {
            "rel": "icon",
            "type": "image/svg+xml",
            "href": lambda _request: static("tournament/img/mark.svg"),
        }
    ],
    "SHOW_LANGUAGES": True,
    "COLORS": {
        # The mark's red, from its lightest tint to its darkest shade.
        "primary": {
            "50": "oklch(97% .013 17)",
            "100": "oklch(94% .03 17)",
            "200": "oklch(89% .06 17)",
            "300": "oklch(81% .1 17)",
            "400": "oklch(71% .15 17)",
            "500": "oklch(60% .18 17)",
            "600": "oklch(47% .16 17)",
            "700": "oklch(41% .15 17)",
            "800": "oklch(36% .13 17)",
            "900": "oklch(32% .11 17)",
            "950": "oklch(21% .08 17)",
        },
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.LinesWithoutKeys",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "config.logs.JsonLines"},
    },
    "filters": {"refusals": {"()": "config.logs.OneLineEach"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["refusals"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Sign-ins and failures (ours), without what the library writes unescaped.
        "tournament.accounts.sign_in": {"level": "INFO"},
        "axes": {"level": "CRITICAL"},
    },
}
