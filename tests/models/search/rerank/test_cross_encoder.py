"""Re-ranking with sentence-transformers' cross-encoders."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from models.cross_encoders import MAX_TOKENS, export_onnx, make_cross_encoder
from sentence_transformers import CrossEncoder
from torch.nn import Identity

from esneg.errors import UsageError
from esneg.search.deadline import Deadline
from esneg.search.rerank.cross_encoder import CrossEncoderReranker
from esneg.search.rerank.registry import load_reranker

QUESTION = "not paid"
SHORT = ["no fee", "a fee is due", "fee", "fees are never due here"]
LONG = " ".join(f"{number * 7919 % 100000:05d}" for number in range(60))  # 300 tokens, no two words alike

NEVER = Deadline()


def plain(model: CrossEncoder, pairs: list[tuple[str, str]]) -> list[float]:
    return [float(each) for each in model.predict(pairs, activation_fn=Identity(), show_progress_bar=False)]


def test_short_passages_get_the_scores_of_plain_predict_whatever_the_batches(
    cross_encoder: CrossEncoder,
) -> None:
    expected = plain(cross_encoder, [(QUESTION, text) for text in SHORT])

    for batch_size in (1, 3, 8):
        given = CrossEncoderReranker(cross_encoder, batch_size=batch_size).score(QUESTION, SHORT, NEVER)
        assert given.scores == pytest.approx(expected, abs=1e-5)
        assert given.truncated == 0


def test_the_question_comes_first_in_each_pair(cross_encoder: CrossEncoder) -> None:
    passage = "fees are due"
    forward, backward = plain(cross_encoder, [(QUESTION, passage), (passage, QUESTION)])
    assert not math.isclose(forward, backward, abs_tol=1e-4), "this model cannot tell the directions apart"

    given = CrossEncoderReranker(cross_encoder).score(QUESTION, [passage], NEVER)

    assert given.scores == pytest.approx([forward], abs=1e-5)


def test_a_long_passage_counts_by_its_best_window(cross_encoder: CrossEncoder) -> None:
    given = CrossEncoderReranker(cross_encoder, most_windows=100).score(QUESTION, [LONG], NEVER)
    cut = plain(cross_encoder, [(QUESTION, LONG)])[0]

    assert given.truncated == 0
    assert (
        given.scores[0] >= cut - 1e-4
    )  # the beginning, which is all that plain predict reads, is one of them


def test_what_lies_behind_the_last_window_is_reported_as_truncated(cross_encoder: CrossEncoder) -> None:
    given = CrossEncoderReranker(cross_encoder, most_windows=2).score(
        QUESTION, [LONG, "fee", LONG + "z"], NEVER
    )

    assert given.truncated == 2


def test_no_pair_is_longer_than_the_model_reads_so_the_question_is_never_cut(
    cross_encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "x" * 30
    seen: list[tuple[str, str]] = []
    predict = cross_encoder.predict

    def watched(pairs: list[tuple[str, str]], **options: object) -> object:
        seen.extend(pairs)
        return predict(pairs, **options)

    monkeypatch.setattr(cross_encoder, "predict", watched)
    CrossEncoderReranker(cross_encoder, most_windows=100).score(question, [LONG], NEVER)

    lengths = [len(cross_encoder.tokenizer(*pair)["input_ids"]) for pair in seen]
    assert max(lengths) <= MAX_TOKENS
    assert {asked for asked, _ in seen} == {question}
    assert all(any(word in text for _, text in seen) for word in LONG.split())


def test_a_question_that_leaves_no_room_is_refused(cross_encoder: CrossEncoder) -> None:
    with pytest.raises(UsageError, match="the question has 60 tokens"):
        CrossEncoderReranker(cross_encoder).score("x" * 60, ["fee"], NEVER)


def test_no_passage_needs_no_model(cross_encoder: CrossEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_encoder, "predict", None)

    assert list(CrossEncoderReranker(cross_encoder).score(QUESTION, [], NEVER).scores) == []


def test_one_passage_is_scored(cross_encoder: CrossEncoder) -> None:
    assert len(CrossEncoderReranker(cross_encoder).score(QUESTION, ["fee"], NEVER).scores) == 1


def test_scoring_stops_between_batches_when_time_is_up(cross_encoder: CrossEncoder) -> None:
    deadline = Deadline(1e-9)

    given = CrossEncoderReranker(cross_encoder).score(QUESTION, SHORT, deadline)

    assert all(map(math.isnan, given.scores))


@pytest.mark.parametrize(
    "labels",
    [
        {0: "contradiction", 1: "entailment", 2: "neutral"},
        {0: "entailment", 1: "neutral", 2: "contradiction"},
        {0: "NEUTRAL", 1: "CONTRADICTION", 2: "ENTAILMENT"},
    ],
)
def test_three_nli_labels_count_entailment_against_contradiction_in_the_models_own_order(
    tmp_path: Path, labels: dict[int, str]
) -> None:
    model = CrossEncoder(str(make_cross_encoder(tmp_path, labels)), device="cpu")
    at = {label.lower(): position for position, label in labels.items()}
    logits = model.predict(
        [(QUESTION, text) for text in SHORT], activation_fn=Identity(), show_progress_bar=False
    )

    given = CrossEncoderReranker(model).score(QUESTION, SHORT, NEVER)

    expected = [float(row[at["entailment"]] - row[at["contradiction"]]) for row in logits]
    assert given.scores == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    "labels", [{0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, {0: "no", 1: "yes"}, dict(enumerate("abcde"))]
)
def test_labels_that_do_not_say_what_they_mean_are_refused(tmp_path: Path, labels: dict[int, str]) -> None:
    model = CrossEncoder(str(make_cross_encoder(tmp_path, labels)), device="cpu")

    with pytest.raises(UsageError, match=f"gives {len(labels)} logits named"):
        CrossEncoderReranker(model)


def test_threads_may_share_one(cross_encoder: CrossEncoder) -> None:
    reranker = CrossEncoderReranker(cross_encoder)
    alone = reranker.score(QUESTION, [*SHORT, LONG], NEVER).scores
    start = threading.Barrier(4)

    def score(_: int) -> list[float]:
        start.wait()
        return list(reranker.score(QUESTION, [*SHORT, LONG], NEVER).scores)

    with ThreadPoolExecutor(4) as threads:
        for scores in threads.map(score, range(4)):
            assert scores == pytest.approx(alone, abs=1e-5)


def test_a_reranker_is_loaded_from_its_folder_when_it_first_scores(
    one_logit: Path, cross_encoder: CrossEncoder
) -> None:
    given = load_reranker(str(one_logit)).score(QUESTION, SHORT, NEVER)

    assert given.scores == pytest.approx(plain(cross_encoder, [(QUESTION, text) for text in SHORT]), abs=1e-5)


@pytest.fixture(scope="session")
def exported(one_logit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same model as ONNX."""
    return export_onnx(one_logit, tmp_path_factory.mktemp("onnx") / "model")


def test_onnx_runtime_gives_the_scores_of_torch_and_needs_no_torch(
    exported: Path, cross_encoder: CrossEncoder
) -> None:
    passages = [*SHORT, LONG]
    expected = CrossEncoderReranker(cross_encoder).score(QUESTION, passages, NEVER)

    given = CrossEncoderReranker.load(exported, backend="onnx").score(QUESTION, passages, NEVER)

    assert given.scores == pytest.approx(expected.scores, abs=1e-4)
    assert given.truncated == expected.truncated
    script = (
        "import sys\n"
        "from esneg.search.rerank.cross_encoder import CrossEncoderReranker\n"
        "from esneg.search.deadline import Deadline\n"
        f"CrossEncoderReranker.load({str(exported)!r}, backend='onnx').score('a', ['b'], Deadline())\n"
        "print(sorted({'torch', 'transformers'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


def test_an_onnx_file_that_is_not_there_is_named(exported: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no onnx/model_int4\.onnx"):
        CrossEncoderReranker.load(
            exported, backend="onnx", model_options={"file_name": "onnx/model_int4.onnx"}
        )


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(UsageError, match="empty cannot be loaded"):
        load_reranker(tmp_path / "empty").score(QUESTION, SHORT, NEVER)
