from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from esneg.embedded.artifacts import fetch, sha256
from esneg.embedded.progress import Progress
from esneg.errors import EsnegError, UsageError

CONTENT = bytes(range(256)) * 4000


def test_a_download_arrives_whole_and_verified(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    path = fetch(pin, tmp_path)
    assert path == tmp_path / "thing-1.0.zip"
    assert path.read_bytes() == CONTENT
    assert list(tmp_path.iterdir()) == [path]


def test_a_verified_file_is_not_downloaded_again(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    fetch(pin, tmp_path)
    repository.seen.clear()
    fetch(pin, tmp_path)
    assert repository.seen == []


def test_a_damaged_file_in_the_cache_is_downloaded_again(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    (tmp_path / pin.file_name).write_bytes(b"damaged")
    assert fetch(pin, tmp_path).read_bytes() == CONTENT


def test_an_interrupted_download_goes_on_where_it_stopped(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    part = tmp_path / "thing-1.0.zip.part"
    part.write_bytes(CONTENT[:1000])
    assert fetch(pin, tmp_path).read_bytes() == CONTENT
    assert [wanted for _, wanted in repository.seen] == ["bytes=1000-"]


def test_a_first_part_of_another_file_costs_one_more_download(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    (tmp_path / "thing-1.0.zip.part").write_bytes(b"x" * 1000)
    assert fetch(pin, tmp_path).read_bytes() == CONTENT
    assert [wanted for _, wanted in repository.seen] == ["bytes=1000-", ""]


def test_a_server_that_ignores_ranges_starts_over(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    repository.ranges = False
    (tmp_path / "thing-1.0.zip.part").write_bytes(CONTENT[:1000])
    assert fetch(pin, tmp_path).read_bytes() == CONTENT


def test_a_wrong_checksum_leaves_no_file_and_says_to_try_again(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT, sha256_of=b"what was tested")
    with pytest.raises(EsnegError, match=r"wrong checksum.*damaged on the way") as caught:
        fetch(pin, tmp_path)
    assert "run the command again" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_a_repository_that_publishes_another_file_is_named_as_such(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT, sha256_of=b"what was tested")
    checksum = hashlib.sha1(CONTENT).hexdigest()
    repository.files["/org/example/thing/1.0/thing-1.0.zip.sha1"] = f"{checksum}  thing-1.0.zip\n".encode()
    with pytest.raises(EsnegError, match="what the repository publishes, but not what esneg was tested with"):
        fetch(pin, tmp_path)


def test_a_checksum_file_without_text_is_no_checksum(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT, sha256_of=b"what was tested")
    repository.files["/org/example/thing/1.0/thing-1.0.zip.sha512"] = b" \n"
    with pytest.raises(EsnegError, match="damaged on the way"):
        fetch(pin, tmp_path)


def test_progress_ends_at_the_full_size(repository: Any, tmp_path: Path) -> None:
    pin = repository.publish(CONTENT)
    heard: list[Progress] = []
    fetch(pin, tmp_path, heard.append)
    assert heard[-1] == Progress("download", "thing-1.0.zip", done=len(CONTENT), total=len(CONTENT))


def test_a_password_in_the_repository_address_is_never_told(
    repository: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = repository.publish(CONTENT)
    repository.status = 403
    with_password = repository.url.replace("//", "//someone:secret-word@")
    monkeypatch.setenv("ESNEG_MAVEN_REPOSITORY", with_password)
    with pytest.raises(EsnegError) as caught:
        fetch(pin, tmp_path)
    assert "403" in caught.value.message
    assert "secret-word" not in f"{caught.value.message}{caught.value.remedy}{caught.value.details}"


def test_a_repository_that_is_no_address_is_refused(
    repository: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ESNEG_MAVEN_REPOSITORY", "nonsense")
    with pytest.raises(UsageError, match="ESNEG_MAVEN_REPOSITORY is not an address"):
        fetch(repository.publish(CONTENT), tmp_path)


def test_sha256_is_the_known_one(tmp_path: Path) -> None:
    file = tmp_path / "abc"
    file.write_bytes(b"abc")
    assert sha256(file) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
