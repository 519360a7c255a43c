"""The documentation says what the code does."""

import re
from pathlib import Path

from secondlayer.doors.reference import ENVIRONMENT, reference
from secondlayer.settings import CARDS

ROOT = Path(__file__).resolve().parents[2]


def test_the_reference_is_the_one_the_code_writes():
    assert (ROOT / "docs/reference.md").read_text(encoding="utf-8") == reference(), (
        "run `python -m secondlayer.doors.reference > docs/reference.md`"
    )


def test_every_command_and_option_has_a_help_text():
    rows = re.findall(r"^\| `--.*\|$", reference(), re.MULTILINE)
    assert rows and all(row.split("|")[2].strip() for row in rows)


def test_every_setting_says_why_and_where_from():
    assert all(card.why and card.source and card.unit and card.range for card in CARDS)


def test_every_environment_variable_the_code_reads_is_documented():
    read = set()
    for path in [*(ROOT / "secondlayer").rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"]:
        read |= set(re.findall(r"\"(SECONDLAYER_[A-Z]+)\"", path.read_text(encoding="utf-8")))
    assert read == {name for name, _ in ENVIRONMENT}


def test_the_readme_has_the_two_lines_and_every_page_has_its_word():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "<!-- test line -->" in readme and "secondlayer app" in readme
    for page in (ROOT / "pages").glob("*.py"):
        assert page.stem in readme.lower()
