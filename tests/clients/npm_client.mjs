// The main path with the openai package of npm: an eval, a run, its items, page by page. Prints one JSON document.
// node npm_client.mjs BASE_URL, started in a folder whose node_modules has the package.
import { createRequire } from "node:module";

const OpenAI = createRequire(process.cwd() + "/")("openai").default;
const client = new OpenAI({ baseURL: process.argv[2], apiKey: "not-checked" });
const made = await client.evals.create({
  name: "from node",
  data_source_config: { type: "custom", item_schema: { type: "object", properties: {} } },
  testing_criteria: [
    { type: "string_check", name: "same", input: "{{item.word}}", reference: "{{item.gold}}", operation: "ilike" },
  ],
});
const content = [["Hello", "hell"], ["a", "b"], ["x", "X"]].map(([word, gold]) => ({ item: { word, gold } }));
let run = await client.evals.runs.create(made.id, {
  name: "r", data_source: { type: "jsonl", source: { type: "file_content", content } },
});
while (!["completed", "failed", "canceled"].includes(run.status)) {
  await new Promise((wake) => setTimeout(wake, 200));
  run = await client.evals.runs.retrieve(run.id, { eval_id: made.id });
}
const items = [];
for await (const item of client.evals.runs.outputItems.list(run.id, { eval_id: made.id, limit: 1 })) items.push(item.status);
const canceled = await client.evals.runs.cancel(run.id, { eval_id: made.id });
const gone = await client.evals.delete(made.id);
console.log(JSON.stringify({ counts: run.result_counts, items, canceled: canceled.status, deleted: gone.deleted }));
