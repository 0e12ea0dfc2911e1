# What nginx.conf and nginx-nchan.conf say otherwise in the network of compose.yaml. None of two
# counts as failed: a stopped one refuses at once, and nginx asks the other. One that is away does not even
# refuse.
s|^( *)server 127\.0\.0\.1:8000;|\1server 10.77.0.11:8000 max_fails=0;\n\1server 10.77.0.12:8000 max_fails=0;|
s|^( *)server 127\.0\.0\.1:8001;|\1server 10.77.0.21:8001 max_fails=0;\n\1server 10.77.0.22:8001 max_fails=0;|
s|listen 127\.0\.0\.1:8090;|listen 8090;|
s|server_name play\.example\.org;|server_name _;|
s|/etc/ssl/play\.example\.org|/run/secrets/site|
s|^( *)proxy_read_timeout |\1proxy_connect_timeout 500ms;\n&|
# nchan carries the streams of spectators.
\|location ~ \^/e/\[\^/]\+/live \{|,/^    }/c\    include /etc/nginx/nginx-nchan-location.conf;
