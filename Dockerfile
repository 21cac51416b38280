# The dashboard with its library, as `make run` starts it. Build: docker compose build
FROM python:3.12-slim

ENV PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 NUMBA_CACHE_DIR=/var/cache/rulescope

WORKDIR /srv/rulescope

COPY requirements.txt ./
RUN pip install --disable-pip-version-check -r requirements.txt \
    && useradd --system --uid 10001 rulescope \
    && mkdir -p var /var/cache/rulescope \
    && chown rulescope var /var/cache/rulescope

COPY .streamlit .streamlit
COPY kernels kernels
COPY interpret interpret
COPY jobs jobs
COPY dashboard dashboard
COPY sample_data sample_data
COPY app.py serve.py ./

USER 10001
RUN ["python", "-m", "interpret", "sample_data/monks-1.csv"]

EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8501/healthz')"]
CMD ["python", "-m", "streamlit", "run", "serve.py", "--server.address", "0.0.0.0"]
