"""What the platform's processes need of the machine beyond the test packages."""

from tests.services.conftest import LEFT_OUT

collect_ignore = ["test_processes.py"] if LEFT_OUT else []
