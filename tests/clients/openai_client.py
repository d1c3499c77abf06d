"""What a script with openai-python does, all of it; run by the client's own interpreter, prints one JSON document.

python openai_client.py BASE_URL
"""

from __future__ import annotations

import io
import json
import sys
import time
from typing import Any

from openai import BadRequestError, NotFoundError, OpenAI

client = OpenAI(base_url=sys.argv[1], api_key="not-checked-on-loopback")
found: dict[str, Any] = {}


def wait(run: Any, eval_id: str) -> Any:
    """Poll as every guide does."""
    while run.status not in ("completed", "failed", "canceled"):
        time.sleep(0.2)
        run = client.evals.runs.retrieve(run.id, eval_id=eval_id)
    return run


def items_of(run: Any, eval_id: str, **options: Any) -> list[Any]:
    """Every output item; the client turns the pages."""
    return list(client.evals.runs.output_items.list(run.id, eval_id=eval_id, **options))


schema = {
    "type": "object",
    "properties": {"word": {"type": "string"}, "gold": {"type": "string"}},
    "required": ["word"],
}
criteria: list[Any] = [
    {
        "type": "string_check",
        "name": "same",
        "input": "{{ sample.output_text }}",
        "reference": "{{ item.gold }}",
        "operation": "eq",
    },
    {
        "type": "label_model",
        "name": "polite",
        "model": "judge",
        "input": [
            {"role": "developer", "content": "Is it polite?"},
            {"role": "user", "content": "{{sample.output_text}}"},
        ],
        "labels": ["polite", "rude"],
        "passing_labels": ["polite"],
    },
    {
        "type": "score_model",
        "name": "length",
        "model": "judge",
        "input": [{"role": "user", "content": "Score {{sample.output_text}}"}],
        "range": [0, 10],
        "pass_threshold": 3,
    },
    {
        "type": "python",
        "name": "vowels",
        "source": "def grade(sample, item):\n    return sum(c in 'AEIOU' for c in sample['output_text']) / 4\n",
        "pass_threshold": 0.5,
    },
]
made = client.evals.create(
    name="words",
    metadata={"of": "the tests"},
    data_source_config={"type": "custom", "item_schema": schema, "include_sample_schema": True},
    testing_criteria=criteria,
)
found["created"] = made.to_dict()
found["retrieved"] = client.evals.retrieve(made.id).to_dict()
found["updated"] = client.evals.update(made.id, name="words again").name
found["listed"] = [each.id for each in client.evals.list(limit=1)]

words = [("please", "PLEASE"), ("go", "GO"), ("audio", "AUDIO"), ("thanks", "WRONG"), ("aeiou", "AEIOU")]
rows = "".join(json.dumps({"item": {"word": word, "gold": gold}}) + "\n" for word, gold in words)
file = client.files.create(file=("rows.jsonl", io.BytesIO(rows.encode())), purpose="evals")
found["file"] = client.files.retrieve(file.id).to_dict()
found["files"] = [each.id for each in client.files.list()]
found["content"] = client.files.content(file.id).text == rows
run = client.evals.runs.create(
    made.id,
    name="sampled",
    data_source={
        "type": "completions",
        "model": "shouter",
        "source": {"type": "file_id", "id": file.id},
        "input_messages": {"type": "template", "template": [{"role": "user", "content": "{{item.word}}"}]},
        "sampling_params": {"temperature": 0.5, "max_completion_tokens": 20},
    },
)
run = wait(run, made.id)
found["run"] = run.to_dict()
found["items"] = [item.to_dict() for item in items_of(run, made.id, limit=2)]
found["failed"] = [item.datasource_item_id for item in items_of(run, made.id, status="fail", order="desc", limit=1)]
one = client.evals.runs.output_items.retrieve(found["items"][1]["id"], eval_id=made.id, run_id=run.id)
found["one"] = one.to_dict() == found["items"][1]
found["runs"] = [each.id for each in client.evals.runs.list(made.id)] == [run.id]

slow = client.evals.runs.create(
    made.id,
    data_source={
        "type": "completions",
        "model": "slow",
        "source": {"type": "file_content", "content": [{"item": {"word": f"w{number}"}} for number in range(50)]},
        "input_messages": {"type": "template", "template": [{"role": "user", "content": "{{item.word}}"}]},
    },
)
found["canceled"] = client.evals.runs.cancel(slow.id, eval_id=made.id).status

graders = client.fine_tuning.alpha.graders
found["grader_runs"] = [
    graders.run(grader=each, model_sample=text, item={"gold": "PLEASE"}).to_dict()
    for each, text in ((criteria[0], "PLEASE"), (criteria[3], "AEI"), (criteria[2], "FOUR"))
]
found["validated"] = graders.validate(grader=criteria[0]).to_dict()
try:
    graders.validate(grader={**criteria[0], "operation": "nonsense"})
except BadRequestError as error:
    found["invalid"] = {"param": error.param, "message": str(error)}
try:
    client.evals.retrieve("eval_that_is_not_there")
except NotFoundError as error:
    found["missing"] = error.status_code

found["chat"] = (
    client.chat.completions.create(model="shouter", messages=[{"role": "user", "content": "hello"}])
    .choices[0]
    .message.content
)
stream = client.chat.completions.create(model="shouter", messages=[{"role": "user", "content": "a b"}], stream=True)
found["streamed"] = "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)
found["response"] = client.responses.create(model="shouter", input="hello").output_text
found["models"] = [each.id for each in client.models.list()]

found["deleted_run"] = client.evals.runs.delete(run.id, eval_id=made.id).deleted
found["deleted_file"] = client.files.delete(file.id).deleted
found["deleted"] = client.evals.delete(made.id).deleted
print(json.dumps(found))
