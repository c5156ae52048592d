/** What a snippet calls. */
export type CodeTarget = { readonly org_id: string; readonly project_id: string } & (
  | { readonly kind: 'task_agent'; readonly id: string; readonly message: string }
  | { readonly kind: 'task'; readonly id: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'collection'; readonly id: string; readonly question: string }
);

/** Languages of snippets that call the API. */
export const CALL_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
/** All snippets of a target. Collections have no model and no MCP tool of their own. */
export const SNIPPET_NAMES = [...CALL_LANGUAGES, 'OpenAI', 'MCP'] as const;
export type SnippetName = (typeof SNIPPET_NAMES)[number];

/** Variable of the environment that has the key. No snippet contains a secret. */
const KEY_VARIABLE = 'HOLDFAST_KEY';

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

interface Call {
  readonly url: string;
  readonly body: object;
  /** Expression of the result in Python, from `result`. */
  readonly pythonResult: string;
}

function toCall(target: CodeTarget, origin: string): Call {
  const project = `${origin}/api/v1/org/${target.org_id}/project/${target.project_id}`;
  switch (target.kind) {
    case 'task_agent':
      return {
        url: `${project}/task-agent/${target.id}/run`,
        body: { message: target.message },
        pythonResult: 'result["output"]',
      };
    case 'task':
      return {
        url: `${project}/task/${target.id}/run`,
        body: { task_input: target.input },
        pythonResult: 'result["response"]',
      };
    case 'collection':
      return {
        url: `${project}/collection/${target.id}/query`,
        body: { query: target.question },
        pythonResult: 'result',
      };
  }
}

/** Returns a snippet that calls a target of the installation at `origin`. The key comes from the environment. */
export function formatSnippet(name: SnippetName, target: CodeTarget, origin: string): string {
  if (name === 'MCP') return formatMcp(target, origin);
  if (name === 'OpenAI') return formatOpenAi(target, origin);
  const call = toCall(target, origin);
  if (name === 'curl') return formatCurl(call);
  return name === 'Python' ? formatPython(call) : formatTypeScript(target, origin);
}

function formatCurl({ url, body }: Call): string {
  return [
    `curl -sS ${quoteForShell(url)} \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoteForShell(JSON.stringify(body))}`,
  ].join('\n');
}

function formatPython({ url, body, pythonResult }: Call): string {
  return [
    'import os, requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},`,
    `    json=${toPythonLiteral(body)},`,
    ')',
    'response.raise_for_status()',
    'result = response.json()',
    `print(${pythonResult})`,
  ].join('\n');
}

/** Converts a JSON value. A JSON text of strings and numbers is also a Python literal. */
function toPythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toPythonLiteral).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toPythonLiteral(item)}`);
  return `{${entries.join(', ')}}`;
}

function formatTypeScript(target: CodeTarget, origin: string): string {
  const { org_id, project_id } = target;
  const client = `const client = new Holdfast({ baseUrl: ${JSON.stringify(origin)}, key: process.env.${KEY_VARIABLE} });`;
  if (target.kind === 'task_agent')
    return [
      "import { Holdfast, runAgent } from 'holdfast-client';",
      '',
      client,
      `const agent = ${JSON.stringify({ org_id, project_id, task_agent_id: target.id })};`,
      `for await (const event of runAgent(client, agent, ${JSON.stringify({ message: target.message })}))`,
      "  if (event.event === 'text') process.stdout.write(event.data.text);",
    ].join('\n');
  if (target.kind === 'task')
    return [
      "import { Holdfast, TASK } from 'holdfast-client';",
      '',
      client,
      `const path = ${JSON.stringify({ org_id, project_id, task_id: target.id })};`,
      `const body = ${JSON.stringify({ task_input: target.input })};`,
      `const { response } = await client.finished(\`\${TASK}/run\`, { params: { path }, body });`,
      'console.log(response);',
    ].join('\n');
  return [
    "import { Holdfast, ok, PROJECT } from 'holdfast-client';",
    '',
    client,
    `const path = ${JSON.stringify({ org_id, project_id, collection_id: target.id })};`,
    `const body = ${JSON.stringify({ query: target.question })};`,
    `const answer = await ok(client.post(\`\${PROJECT}/collection/{collection_id}/query\`, { params: { path }, body }));`,
    'console.log(answer);',
  ].join('\n');
}

/** A call by the client of OpenAI. The model is an ID, which survives a new name. */
function formatOpenAi(target: CodeTarget, origin: string): string {
  const model = target.kind === 'task_agent' ? `agent/${target.id}` : `task/${target.id}`;
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(`${origin}/v1`)}, api_key=os.environ["${KEY_VARIABLE}"])`,
    'answer = client.chat.completions.create(',
    `    model=${JSON.stringify(model)},`,
    `    messages=[{"role": "user", "content": ${JSON.stringify(toContent(target))}}],`,
    ')',
    'print(answer.choices[0].message.content)',
  ].join('\n');
}

/** One text variable is the message itself; others are a JSON object. */
function toContent(target: CodeTarget): string {
  if (target.kind === 'task_agent') return target.message;
  if (target.kind === 'collection') return target.question;
  const [value, ...others] = Object.values(target.input);
  return typeof value === 'string' && others.length === 0 ? value : JSON.stringify(target.input);
}

/** Configuration of MCP clients such as Cursor and Claude Code. */
function formatMcp({ project_id }: CodeTarget, origin: string): string {
  const headers = { Authorization: `Bearer $\{${KEY_VARIABLE}}` };
  return JSON.stringify(
    { mcpServers: { holdfast: { type: 'http', url: `${origin}/mcp/${project_id}`, headers } } },
    null,
    2,
  );
}
