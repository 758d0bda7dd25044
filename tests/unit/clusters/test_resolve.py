from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.clusters.resolve import resolve_options
from esneg.errors import UsageError


@pytest.fixture
def resolve(tmp_path):
    def call(given=None, toml="", profile=None, **environment):
        (tmp_path / "esneg.toml").write_text(toml, encoding="utf-8")
        return resolve_options(given, profile=profile, environment=environment, directory=tmp_path)

    return call


PROFILES = """
default_profile = "dev"
[profiles.dev]
url = "http://dev"
timeout = 5
[profiles.prod]
url = ["https://a:9200", "https://b:9200"]
user = "auditor"
password_env = "PROD_PASSWORD"
"""


def test_nothing_said_is_no_cluster(resolve):
    assert resolve() is None
    assert resolve({"timeout": 3}, OPENSEARCH_INITIAL_ADMIN_PASSWORD="secret-password") is None


def test_flags_come_before_esneg_variables_before_a_profile_before_well_known_names(resolve):
    well_known = {"ELASTICSEARCH_URL": "http://known"}
    assert resolve(**well_known).urls == ("http://known:9200",)
    assert resolve(toml=PROFILES, **well_known).urls == ("http://dev:9200",)
    assert resolve(toml=PROFILES, ESNEG_URL="http://env", **well_known).urls == ("http://env:9200",)
    flags = {"urls": ("http://flag",)}
    assert resolve(flags, toml=PROFILES, ESNEG_URL="http://env", **well_known).urls == ("http://flag:9200",)


def test_a_profile_that_is_named_outright_comes_before_esneg_variables(resolve):
    options = resolve(toml=PROFILES, profile="dev", ESNEG_URL="http://production")
    assert options.urls == ("http://dev:9200",)


def test_what_a_higher_source_leaves_open_a_lower_one_fills(resolve):
    options = resolve({"urls": ("http://flag",)}, toml=PROFILES, ESNEG_USER="me", ESNEG_PASSWORD="pass")
    assert (options.urls, options.username, options.password) == (("http://flag:9200",), "me", "pass")
    assert options.timeout == 5


def test_a_key_from_a_flag_is_not_mixed_with_a_user_from_the_environment(resolve):
    options = resolve({"urls": ("http://h",), "api_key": "abcd"}, ESNEG_USER="me", ESNEG_PASSWORD="pass")
    assert (options.api_key, options.username, options.password) == ("abcd", None, None)


def test_a_cloud_id_from_a_flag_replaces_an_address_from_the_environment(resolve):
    options = resolve({"cloud_id": "name:abc"}, ESNEG_URL="http://env")
    assert (options.cloud_id, options.urls) == ("name:abc", ())


def test_the_password_of_a_url_goes_to_that_url_only(resolve):
    options = resolve({"urls": ("http://flag",)}, ELASTICSEARCH_URL="http://me:secret@known")
    assert (options.username, options.password) == (None, None)
    assert resolve(ES_URL="http://me:secret@known").password == "secret"


def test_several_addresses_are_separated_by_commas(resolve):
    assert resolve(ESNEG_URL="http://a, http://b:1,").urls == ("http://a:9200", "http://b:1")


def test_a_comma_in_a_password_separates_nothing(resolve):
    assert resolve(ESNEG_URL="http://me:pass,word@a,http://me:pass,word@b").password == "pass,word"
    with pytest.raises(UsageError) as caught:
        resolve(ESNEG_URL="http://me:pass,word")
    assert "word" not in caught.value.message


def test_no_insecure_overrides_the_environment(resolve):
    assert resolve(ESNEG_URL="http://h", ESNEG_INSECURE="true").insecure is True
    assert resolve({"insecure": False}, ESNEG_URL="http://h", ESNEG_INSECURE="true").insecure is False


@pytest.mark.parametrize(
    ("environment", "user", "password", "key"),
    [
        ({"ELASTIC_API_KEY": "abcd"}, None, None, "abcd"),
        ({"ES_API_KEY": "abcd"}, None, None, "abcd"),
        ({"ELASTICSEARCH_API_KEY": "abcd", "ELASTIC_PASSWORD": "p"}, None, None, "abcd"),
        ({"ELASTIC_PASSWORD": "p"}, "elastic", "p", None),
        ({"ES_USERNAME": "me", "ES_PASSWORD": "p"}, "me", "p", None),
        ({"OPENSEARCH_USERNAME": "me", "OPENSEARCH_PASSWORD": "p"}, "me", "p", None),
    ],
)
def test_the_names_that_people_have_set_are_read(resolve, environment, user, password, key):
    options = resolve({"urls": ("http://h",)}, **environment)
    assert (options.username, options.password, options.api_key) == (user, password, key)


def test_credentials_come_from_the_family_whose_address_is_used(resolve):
    options = resolve(
        OPENSEARCH_URL="http://os", OPENSEARCH_USERNAME="me", OPENSEARCH_PASSWORD="p", ELASTIC_API_KEY="abcd"
    )
    assert (options.urls, options.username, options.api_key) == (("http://os:9200",), "me", None)


def test_two_families_and_nothing_to_choose_by_is_an_error(resolve):
    with pytest.raises(UsageError, match="Elasticsearch and OpenSearch at once"):
        resolve(OPENSEARCH_URL="http://os", ELASTICSEARCH_URL="http://es")
    with pytest.raises(UsageError, match="credentials of Elasticsearch and OpenSearch"):
        resolve({"urls": ("http://h",)}, OPENSEARCH_PASSWORD="p", ELASTIC_PASSWORD="p")
    both = {"OPENSEARCH_URL": "http://os", "ELASTICSEARCH_URL": "http://es"}
    assert resolve({"urls": ("http://h",)}, **both).urls == ("http://h:9200",)


def test_credentials_without_an_address_are_an_error(resolve):
    with pytest.raises(UsageError, match="no address"):
        resolve(ESNEG_API_KEY="abcd")


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"ESNEG_TIMEOUT": "soon"}, "ESNEG_TIMEOUT must be a number"),
        ({"ESNEG_INSECURE": "maybe"}, "ESNEG_INSECURE must be true or false"),
        ({"ESNEG_AWS_REGION": "eu-west-1", "ESNEG_AWS_SERVICE": "s3"}, '"es" or "aoss"'),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(resolve, environment, complaint):
    with pytest.raises(UsageError, match=complaint):
        resolve(ESNEG_URL="http://h", **environment)


def test_a_profile_is_chosen_by_name_and_takes_its_password_from_the_environment(resolve):
    options = resolve(toml=PROFILES, profile="prod", PROD_PASSWORD="secret")
    assert options.urls == ("https://a:9200", "https://b:9200")
    assert (options.username, options.password) == ("auditor", "secret")
    assert resolve(toml=PROFILES, ESNEG_PROFILE="prod", PROD_PASSWORD="secret") == options


def test_a_profile_in_pyproject_is_found_from_a_directory_below(tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.esneg.profiles.dev]\nurl = "http://dev"\nca_certs = "ca.pem"\n'
    )
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    with pytest.raises(UsageError) as caught:
        resolve_options(profile="dev", environment={}, directory=below)
    # Paths in the file are relative to it.
    assert str(tmp_path / "ca.pem") in caught.value.message


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ('[profiles.p]\napi_key = "Zm9vYmFy"', '"api_key" is a secret'),
        ('[profiles.p]\npassword = "Zm9vYmFy"', '"password" is a secret'),
        ('[profiles.p]\nurl = "http://me:Zm9vYmFy@h"', "holds a user name or password"),
        ('password = "Zm9vYmFy"', "outside a profile"),
        ('[profiles.p]\nuser = "u"\npassword_env = "NOT_SET"', "NOT_SET"),
        ('[profiles.p]\nurls = "http://h"', 'unknown setting "urls"'),
        ("[profiles.p]\nurl = 3", "must be a URL or a list of URLs"),
        ("[profiles.p]\nurl = [3]", "must be a URL or a list of URLs"),
        ('[profiles.p]\ntimeout = "3"', "must be a number of seconds"),
        ("[profiles.p]\ntimeout = true", "must be a number of seconds"),
        ('[profiles.p]\ninsecure = "yes"', "must be true or false"),
        ("[profiles.p]\nuser = 3", "must be text"),
        ('[profiles.q]\nurl = "http://h"', 'no profile "p"; it has: q'),
        ("", 'no profile "p"; it has: none'),
        ('profiles = "p"', 'no profile "p"; it has: none'),
        ("[profiles.p", "not valid TOML"),
    ],
)
def test_a_profile_that_cannot_be_used_says_why_and_shows_no_secret(resolve, toml, complaint):
    with pytest.raises(UsageError, match=complaint) as caught:
        resolve(toml=toml, profile="p")
    assert "Zm9vYmFy" not in caught.value.message + caught.value.remedy


def test_a_profile_without_any_file_says_where_it_was_looked_for(tmp_path):
    with pytest.raises(UsageError, match=r'no profile "p".*esneg\.toml'):
        resolve_options(profile="p", environment={}, directory=Path(tmp_path.anchor))


names = st.sampled_from(
    [
        "ESNEG_API_KEY",
        "ESNEG_PASSWORD",
        "ELASTIC_API_KEY",
        "ELASTIC_PASSWORD",
        "ES_PASSWORD",
        "OPENSEARCH_PASSWORD",
    ]
)


@given(st.dictionaries(names, st.integers(10**8, 10**9).map(lambda number: f"Sec{number}")))
def test_no_secret_of_the_environment_shows_whatever_is_set(environment):
    try:
        shown = repr(resolve_options({"urls": ("http://h",)}, environment=environment, directory=Path("/")))
    except UsageError as error:
        shown = repr(error) + error.message + error.remedy
    assert not any(secret in shown for secret in environment.values())
