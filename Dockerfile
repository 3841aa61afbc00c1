# The web process. Build: docker build -t charleston .   Run it with docker-compose.yml.

FROM python:3.12-slim-bookworm AS environment
COPY requirements/runtime.txt /tmp/runtime.txt
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r /tmp/runtime.txt

FROM python:3.12-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    CHARLESTON_COMMAND="python manage.py" \
    CHARLESTON_VAR=/srv/charleston/var
RUN useradd --system --uid 10001 --home-dir /srv/charleston charleston
WORKDIR /srv/charleston
COPY --from=environment /opt/venv /opt/venv
COPY . .
# The key serves this one command and is kept nowhere. The manifest it writes names every file by its content. All of var
# is the user's own: an empty volume takes these files over, and each start writes them anew where the image is newer.
RUN python -m compileall -q club config demo evenings live machine paper phones record rules scoring seasons start tournament ui \
 && mkdir -p var/archives \
 && CHARLESTON_SECRET_KEY=build-time-only python manage.py collectstatic --no-input --verbosity 0 \
 && chown -R charleston: var
USER charleston
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 CMD ["python", "-m", "start.health"]
# One container with one volume (docker run -p 8000:8000 -v charleston:/srv/charleston/var charleston) serves SQLite and
# brings it up to date itself. With a DATABASE_URL the command below is run as it is.
ENTRYPOINT ["python", "-m", "start.container"]
# Migrations are a step of their own (the service "migrate" in docker-compose.yml): two web processes must not race for
# them. WEB_CONCURRENCY sets the number of processes.
CMD ["python", "-m", "start.web"]
