"""azure-ai-evaluation's `evaluate()` with its five kinds of graders; only base_url says where. Prints one document.

python azure_client.py BASE_URL DATA.jsonl
"""

from __future__ import annotations

import json
import sys

from azure.ai.evaluation import (
    AzureOpenAILabelGrader,
    AzureOpenAIPythonGrader,
    AzureOpenAIScoreModelGrader,
    AzureOpenAIStringCheckGrader,
    AzureOpenAITextSimilarityGrader,
    OpenAIModelConfiguration,
    evaluate,
)

config = OpenAIModelConfiguration(
    type="openai", model="judge", base_url=sys.argv[1], api_key="not-checked", organization=""
)
judged = [{"role": "user", "content": "Score {{item.response}}"}]
graders = {
    "same": AzureOpenAIStringCheckGrader(
        model_config=config, name="same", input="{{item.response}}", reference="{{item.truth}}", operation="eq"
    ),
    "near": AzureOpenAITextSimilarityGrader(
        model_config=config,
        name="near",
        input="{{item.response}}",
        reference="{{item.truth}}",
        evaluation_metric="fuzzy_match",
        pass_threshold=0.8,
    ),
    "polite": AzureOpenAILabelGrader(
        model_config=config,
        name="polite",
        model="judge",
        input=[{"role": "user", "content": "Is it polite? {{item.response}}"}],
        labels=["polite", "rude"],
        passing_labels=["polite"],
    ),
    "length": AzureOpenAIScoreModelGrader(
        model_config=config, name="length", model="judge", input=judged, range=[0, 10], pass_threshold=4
    ),
    "vowels": AzureOpenAIPythonGrader(
        model_config=config,
        name="vowels",
        source="def grade(sample, item):\n    return sum(c in 'aeiou' for c in item['response']) / 4\n",
        pass_threshold=0.5,
    ),
}
done = evaluate(data=sys.argv[2], evaluators=graders)
print("RESULT " + json.dumps({"metrics": done["metrics"], "rows": done["rows"]}, default=str))
