from __future__ import annotations

import traceback
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.clusters.options import ConnectionOptions
from esneg.errors import EsnegError, UsageError

# At least 8 characters that no message of ours holds in a row; any printable ones, those a URL must escape too.
secrets = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=("C", "Z")), min_size=8
).map(lambda text: f"§{text}§")
key_secrets = st.text(st.sampled_from("ABCxyz0189-_=:"), min_size=8).map(lambda text: f"Zq{text}qZ")


@pytest.mark.parametrize(
    ("url", "in_full"),
    [
        ("http://localhost", "http://localhost:9200"),
        ("https://search.example.org", "https://search.example.org:443"),
        ("https://search.example.org:9243/prefix/", "https://search.example.org:9243/prefix"),
        ("http://[::1]:9200", "http://[::1]:9200"),
        ("HTTP://LOCALHOST:9200", "http://localhost:9200"),
    ],
)
def test_a_url_is_kept_in_full(url, in_full):
    assert ConnectionOptions(urls=(url,)).urls == (in_full,)


def test_user_and_password_are_taken_out_of_the_url():
    options = ConnectionOptions(urls=("https://me:p%40ss%2Fword@localhost:9200",))
    assert options.urls == ("https://localhost:9200",)
    assert (options.username, options.password) == ("me", "p@ss/word")


def test_a_user_name_that_is_given_wins_over_the_one_in_the_url():
    options = ConnectionOptions(urls=("https://me:secret@localhost",), username="you", password="other")
    assert (options.username, options.password) == ("you", "other")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "no address"),
        ({"urls": ("localhost:9200",)}, "not an http or https URL"),
        ({"urls": ("ftp://localhost",)}, "not an http or https URL"),
        ({"urls": ("http://a,b:9200",)}, "not an http or https URL"),
        ({"urls": ("http://localhost:port",)}, "not a URL"),
        ({"urls": ("http://localhost?x=1",)}, "more than a host"),
        ({"urls": ("http://a:secret1@h1", "http://b:secret2@h2")}, "different user names"),
        ({"urls": ("http://h",), "cloud_id": "x:y"}, "both name a cluster"),
        ({"urls": ("http://h",), "api_key": "abcd", "username": "u", "password": "p"}, "both given"),
        ({"urls": ("http://h",), "api_key": "abcd", "aws_region": "eu-west-1"}, "signs requests"),
        ({"urls": ("http://h",), "password": "p"}, "without a user name"),
        ({"urls": ("http://h",), "username": "u"}, "a user name without a password"),
        ({"urls": ("http://h",), "api_key": "two words"}, "control character"),
        ({"urls": ("http://h",), "aws_service": "aoss"}, "needs a region"),
        ({"urls": ("http://h",), "aws_region": "eu-west-1", "aws_service": "s3"}, '"es" or "aoss"'),
        ({"urls": ("http://h",), "timeout": 0}, "more than 0"),
        ({"urls": ("http://h",), "timeout": float("nan")}, "more than 0"),
        ({"urls": ("http://h",), "ca_certs": Path("/no/such/file")}, "cannot be read"),
        ({"urls": ("http://h",), "ca_certs": Path(__file__)}, "no certificate"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(arguments, complaint):
    with pytest.raises(UsageError, match=complaint):
        ConnectionOptions(**arguments)


def test_an_api_key_as_id_and_key_is_encoded():
    assert ConnectionOptions(urls=("http://h",), api_key="id:key").authorization == "ApiKey aWQ6a2V5"
    assert ConnectionOptions(urls=("http://h",), api_key="aWQ6a2V5").authorization == "ApiKey aWQ6a2V5"


def test_a_password_beyond_latin_letters_is_sent_as_utf8():
    options = ConnectionOptions(urls=("http://h",), username="u", password="pÿ✓")
    assert options.authorization == "Basic dTpww7/inJM="


@given(secrets)
def test_a_password_never_shows(secret):
    escaped = quote(secret, safe="")
    for options in (
        ConnectionOptions(urls=("http://h",), username="u", password=secret),
        ConnectionOptions(urls=(f"http://u:{escaped}@h",)),
    ):
        assert secret not in repr(options)
        assert escaped not in repr(options)
        leak = f"{secret} {escaped} {options.authorization} {secret!r}"
        assert secret not in options.redact(leak)
        assert escaped not in options.redact(leak)
        assert options.authorization.partition(" ")[2] not in options.redact(leak)


@given(key_secrets)
def test_an_api_key_never_shows(secret):
    options = ConnectionOptions(urls=("http://h",), api_key=secret)
    assert secret not in repr(options)
    assert secret not in options.redact(f"key {secret} was refused")


@given(
    secrets,
    st.sampled_from(["http://u:{}@h?x", "http://u:{}@h:port", "u:{}@h", "ftp://u:{}@h", "http://{}@h#"]),
)
def test_a_password_in_a_url_that_is_refused_never_shows(secret, url):
    for form in (secret, quote(secret, safe="")):
        try:
            shown = repr(ConnectionOptions(urls=(url.format(form),)))
        except EsnegError as error:
            shown = "".join(traceback.format_exception(error)) + error.remedy
        assert form not in shown
        assert secret not in shown
