"""Names of tools that are known without having been learned, by the kind of thing they are.

Two statements about tools of one kind bear on each other: a standard for one web framework, a ban on another.
"""

import re

#: kind -> its names, each as it is shown
KINDS: dict[str, tuple[str, ...]] = {
    "web framework": (
        "Litestar", "Flask", "Django", "FastAPI", "Starlette", "Sanic", "Quart", "Bottle", "Tornado", "aiohttp", "Express",
        "NestJS", "Next.js", "Rails", "Sinatra", "Laravel", "Symfony", "Spring Boot", "Ktor", "Micronaut", "Quarkus", "Gin",
        "Actix", "Axum", "ASP.NET", "Phoenix",
    ),
    "database": (
        "Postgres", "PostgreSQL", "MySQL", "MariaDB", "SQLite", "MongoDB", "Cassandra", "DynamoDB", "CockroachDB",
        "ClickHouse", "SQL Server", "Neo4j", "Oracle Database", "BigQuery", "Snowflake",
    ),
    "cache": ("Redis", "Memcached", "Valkey"),
    "message broker": ("Kafka", "RabbitMQ", "NATS", "SQS", "Pulsar", "ActiveMQ", "ZeroMQ"),
    "language": (
        "Python", "Go", "Kotlin", "Java", "TypeScript", "JavaScript", "Rust", "Ruby", "PHP", "Scala", "Swift", "C#", "C++",
        "Elixir", "Erlang", "Perl", "Haskell", "Clojure",
    ),
    "front-end framework": ("React", "Vue", "Angular", "Svelte", "Ember", "SolidJS", "jQuery", "Preact"),
    "build service": ("Jenkins", "GitHub Actions", "GitLab CI", "CircleCI", "Travis CI", "Concourse", "Buildkite", "TeamCity"),
    "orchestrator": ("Kubernetes", "Nomad", "Docker Swarm", "OpenShift", "ECS"),
    "infrastructure tool": ("Terraform", "OpenTofu", "Pulumi", "Ansible", "CloudFormation", "Helm", "Chef", "Puppet"),
    "container tool": ("Docker", "Podman", "containerd"),
    "cloud": ("AWS", "Azure", "GCP", "Hetzner", "Heroku"),
    "log store": ("Splunk", "Logit", "Loki", "Datadog", "Elasticsearch", "OpenSearch", "Kibana", "Graylog"),
    "metrics store": ("Prometheus", "Grafana", "InfluxDB", "VictoriaMetrics", "StatsD"),
    "API style": ("REST", "GraphQL", "gRPC", "SOAP"),
    "test tool": ("pytest", "unittest", "JUnit", "Cypress", "Playwright", "Selenium", "Jest", "RSpec", "Vitest"),
    "package manager": ("npm", "pnpm", "yarn", "pip", "uv", "Poetry", "Maven", "Gradle", "Bazel"),
    "linter": ("ruff", "flake8", "pylint", "black", "ESLint", "Prettier", "RuboCop"),
    "version control": ("Git", "Mercurial", "Subversion"),
}  # fmt: skip
#: other spellings -> the name they stand for
ALIASES = {"postgresql": "postgres", "k8s": "kubernetes", "golang": "go"}
#: names that are everyday words too: taken only where they are written as a name, and not at a sentence's start
EVERYDAY = frozenset(
    "go rust swift express phoenix bottle tornado ember chef puppet helm black poetry concourse rest yarn gin react soap jest "
    "ruby perl nomad cassandra snowflake".split()
)

KIND_OF: dict[str, str] = {name.casefold(): kind for kind, names in KINDS.items() for name in names}
SHOWN: dict[str, str] = {name.casefold(): name for names in KINDS.values() for name in names}
KIND_WORD = re.compile(
    r"\b(" + "|".join(re.escape(kind) for kind in sorted(KINDS, key=len, reverse=True)) + r")s?\b", re.IGNORECASE
)


def key_of(name: str) -> str:
    """One key for every spelling of a name.

    >>> key_of("PostgreSQL"), key_of("Flask")
    ('postgres', 'flask')
    """
    folded = name.casefold()
    return ALIASES.get(folded, folded)
