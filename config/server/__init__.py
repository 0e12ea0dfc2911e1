"""The web server of `make run` and `make hall`.

It is uvicorn behind limits on the clients it waits for. `python -m config.server` listens
and keeps one worker process alive (`__main__`, `worker`). The worker accepts connections
itself (`accepting`), notes for each whom it waits for (`connections`), and speaks HTTP by
uvicorn's protocol with deadlines added (`protocol`).
"""
