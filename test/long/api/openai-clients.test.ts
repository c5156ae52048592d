import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeTarget, formatSnippet, type SnippetName } from '../../../console/src/features/code/snippets.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';
import { installExtraPackages } from '../../support/extra-packages.ts';
import { getPublicUrl } from '../../support/identity.ts';
import { connectMcp } from '../../support/mcp-endpoint.ts';
import { installPythonPackages, PYTHON } from '../../support/python.ts';
import { describeWithRequirement } from '../../support/requirements.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;

let world: World;
let tenant: Tenant;
let baseURL: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  baseURL = `${world.stack.baseUrl}/v1`;
});
afterAll(() => world.close());

const sum = { name: 'calculator', arguments: { expression: '6*7' } };

/** An agent that calls a tool and answers, and the message that makes it do so. */
async function createAgent(): Promise<{ model: string; message: string }> {
  const { message } = await play(world, [{ text: 'I look it up.', tool_calls: [sum] }, { text: 'It is 42.' }]);
  return { model: `agent/${(await makeAgent(tenant)).id}`, message };
}

/** An agent whose only call waits for approval, and the message that makes it call. */
async function createGuardedAgent(): Promise<{ model: string; message: string }> {
  const steps = [{ text: 'I ask.', tool_calls: [sum] }, { text: 'It is 42.' }, { text: 'Bye.' }];
  const { message } = await play(world, steps, { by: 'call' });
  return { model: `agent/${(await makeAgent(tenant, { approval_policy: { default: 'always' } })).id}`, message };
}

const NPM_PACKAGES = [
  'ai@7.0.173',
  'zod@4.6.7',
  '@langchain/core@1.4.0',
  '@langchain/openai@1.6.0',
  '@openai/agents@0.20.0',
  'openai@7.59.0',
];

/** Installs and imports the npm packages. */
async function importClients(): Promise<Json> {
  const entry = join(await installExtraPackages(...NPM_PACKAGES), 'clients.mjs');
  const exported = [
    "* as ai from 'ai'",
    "* as agents from '@openai/agents'",
    "{ ChatOpenAI } from '@langchain/openai'",
  ];
  await writeFile(entry, exported.map((what) => `export ${what};\n`).join(''));
  return import(pathToFileURL(entry).href);
}

/** Text without the separators of turns, which only chat completions have. */
const joinTurns = (text: string) => text.replaceAll('\n\n', '');

describe('the npm packages', () => {
  let clients: Json;

  beforeAll(async () => {
    clients = await importClients();
  });

  it('ai generates and streams text, by chat completions and by responses', async () => {
    const provider = createOpenAI({ baseURL, apiKey: tenant.key });
    const { model: name, message } = await createAgent();
    for (const model of [provider.chat(name), provider.responses(name)]) {
      const request = { model, prompt: message, maxRetries: 0 };
      const { text, usage } = await clients.ai.generateText(request);
      expect(joinTurns(text)).toBe('I look it up.It is 42.');
      expect(usage.totalTokens).toBeGreaterThan(0);
      let streamed = '';
      for await (const part of clients.ai.streamText(request).textStream) streamed += part;
      expect(joinTurns(streamed)).toBe('I look it up.It is 42.');
    }
  });

  it('ai continues a conversation by item references, and decides an approval', async () => {
    const { model: name, message } = await createGuardedAgent();
    const model = createOpenAI({ baseURL, apiKey: tenant.key }).responses(name);
    const messages: Json[] = [{ role: 'user', content: message }];
    const ask = async () => {
      const { text, content, response } = await clients.ai.generateText({ model, messages, maxRetries: 0 });
      messages.push(...response.messages);
      return { text, asked: content.find(({ type }: Json) => type === 'tool-approval-request') };
    };
    const { text, asked } = await ask();
    expect([text, asked.toolCall]).toMatchObject(['I ask.', { toolName: 'mcp.calculator', input: sum.arguments }]);
    const decision = { approvalId: asked.approvalId, approved: true, providerExecuted: true };
    messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', ...decision }] });
    expect((await ask()).text).toBe('It is 42.');
    messages.push({ role: 'user', content: 'Thanks.' });
    expect((await ask()).text).toBe('Bye.');
    const { results } = (await tenant.owner.get(`${tenant.project}/task-${name}/run`)).body;
    expect(results).toMatchObject([{ message: 'Thanks.', session_id: results[1].session_id }, {}]);
  });

  it('@openai/agents runs an agent in turns in both forms, and decides an approval', async () => {
    const { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, hostedMcpTool, run, setTracingDisabled } =
      clients.agents;
    setTracingDisabled(true);
    const client = new OpenAI({ baseURL, apiKey: tenant.key, maxRetries: 0 });
    for (const Model of [OpenAIChatCompletionsModel, OpenAIResponsesModel]) {
      const { model, message } = await createAgent();
      const helper = new Agent({ name: 'Helper', instructions: 'Be brief.', model: new Model(client, model) });
      const first = await run(helper, message);
      expect(joinTurns(first.finalOutput)).toContain('It is 42.');
      await run(helper, [...first.history, { role: 'user', content: 'And now?' }]);
      const { results } = (await tenant.owner.get(`${tenant.project}/task-${model}/run`)).body;
      expect(results).toMatchObject([{ message: 'And now?', session_id: results[1].session_id }, {}]);
    }
    const { model, message } = await createGuardedAgent();
    const serverUrl = `${getPublicUrl(world.stack)}/mcp/${tenant.projectId}`;
    const tools = [hostedMcpTool({ serverLabel: 'holdfast', serverUrl, requireApproval: 'always' })];
    const asking = new Agent({ name: 'Asking', model: new OpenAIResponsesModel(client, model), tools });
    const { interruptions, state } = await run(asking, message);
    expect(interruptions).toHaveLength(1);
    state.approve(interruptions[0]);
    expect((await run(asking, state)).finalOutput).toBe('It is 42.');
  });

  it('@langchain/openai invokes and streams, by chat completions and by responses', async () => {
    const { model, message } = await createAgent();
    for (const useResponsesApi of [false, true]) {
      const options = { apiKey: tenant.key, configuration: { baseURL }, maxRetries: 0, useResponsesApi };
      const chat = new clients.ChatOpenAI({ model, ...options });
      expect(joinTurns((await chat.invoke(message)).text)).toBe('I look it up.It is 42.');
      let streamed = '';
      for await (const chunk of await chat.stream(message)) streamed += chunk.text;
      expect(joinTurns(streamed)).toBe('I look it up.It is 42.');
    }
  });
});

const PYTHON_PACKAGES = ['openai==3.57.0', 'openai-agents==0.24.0', 'requests==2.34.2', 'openresponses-types==2.4.0'];

describeWithRequirement(PYTHON, 'the Python packages', () => {
  let installed: NodeJS.ProcessEnv;

  beforeAll(async () => {
    installed = await installPythonPackages(...PYTHON_PACKAGES);
  });

  /** Runs a program and returns the JSON that it prints. */
  async function runPython(program: string, args: object) {
    const { OPENAI_API_KEY: _, ...env } = installed;
    const { stdout } = await runProgram(
      'python3',
      ['-c', program, JSON.stringify({ ...args, baseURL, key: tenant.key })],
      {
        env: { ...env, OPENAI_AGENTS_DISABLE_TRACING: '1' },
      },
    );
    return JSON.parse(stdout);
  }

  it('openai lists models, completes, streams and creates responses', async () => {
    const { model, message } = await createAgent();
    const task = await makeTask(tenant);
    const printed = await runPython(OPENAI_PROGRAM, { model, message, task: `task/${task.name}` });
    expect(printed).toEqual({
      found: `task/${task.name}`,
      text: 'I look it up.\n\nIt is 42.',
      streamed: 'I look it up.\n\nIt is 42.',
      response: 'I look it up.It is 42.',
      events: 'response.completed',
      refused: [400, 'temperature'],
    });
  });

  it('openai-agents runs an agent in turns in both forms, and decides an approval', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }], { by: 'call' });
    for (const form of ['chat', 'responses']) {
      const agent = await makeAgent(tenant);
      const printed = await runPython(AGENTS_PROGRAM, { model: `agent/${agent.id}`, message, form });
      expect(printed).toEqual({ first: expect.any(String), second: expect.any(String) });
      const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
      expect(results[0]).toMatchObject({ message: 'And now?', session_id: results[1].session_id });
    }
    const printed = await runPython(APPROVING_PROGRAM, await createGuardedAgent());
    expect(printed).toEqual({ asked: ['calculator', '{"expression":"6*7"}'], answer: 'It is 42.' });
  });

  /** Collects responses, stream events and errors of each form. */
  async function collectForms() {
    const { owner } = tenant;
    const task = await makeTask(tenant, { output_format: { total: 'integer' } });
    const settings = { temperature: 0.5, max_tokens: 100 };
    const configured = `agent/${(await makeAgent(tenant, { llm_config: settings })).id}`;
    const asking = `agent/${(await makeAgent(tenant, { approval_policy: { default: 'always' } })).id}`;
    const { model, message } = await createAgent();
    const { message: answered } = await play(world, [{ text: '{"total": 7}' }]);
    const { message: failing } = await play(world, [{ status: 400 }]);
    const schema = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
    const format = { type: 'json_schema', name: 'total', schema, strict: true };
    const requests = [
      { model, input: message, instructions: 'Be brief.', metadata: { order: '7' } },
      { model: configured, input: message, store: false },
      { model: `task/${task.id}`, input: answered },
      { model: `task/${task.id}`, input: answered, text: { format } },
      { model: asking, input: message },
      { model, input: message, background: true },
    ];
    const responses: Json[] = [];
    for (const request of requests) responses.push((await owner.post('/v1/responses', request)).body);
    responses.push((await owner.get(`/v1/responses/${responses[0].id}`)).body);
    responses.push((await owner.post(`/v1/responses/${responses[4].id}/cancel`)).body);
    const background = { model, input: failing, background: true };
    const { id } = (await owner.post('/v1/responses', background)).body;
    const isOver = ({ body }: Json) => body.status === 'failed';
    responses.push((await eventually(() => owner.get(`/v1/responses/${id}`), isOver)).body);
    const events: Json[] = [];
    for (const request of [...requests.slice(0, 5), { model, input: failing }]) {
      const stream = await owner.post('/v1/responses', { ...request, stream: true });
      const lines = stream.text.matchAll(/^data: (\{.*)$/gm);
      events.push(...Array.from(lines, ([, data = '']) => JSON.parse(data)));
    }
    const refused = [
      { model: 'task/none', input: 'x' },
      { model, input: 'x', n: 2 },
      { model },
      { model, input: failing },
    ];
    const errors: Json[] = [];
    for (const request of refused) errors.push((await owner.post('/v1/responses', request)).body.error);
    return { responses, events, errors };
  }

  it('openresponses-types accept all responses, stream events and errors', async () => {
    const { responses, events, errors } = await collectForms();
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining(['completed', 'failed', 'cancelled']));
    expect(responses[1]).toMatchObject({ temperature: 0.5, max_output_tokens: 100, top_p: 1 });
    const types = new Set(events.map(({ type }) => type.replace('response.', '')));
    expect([...types].toSorted()).toEqual([
      'completed',
      'content_part.added',
      'content_part.done',
      'created',
      'failed',
      'in_progress',
      'output_item.added',
      'output_item.done',
      'output_text.delta',
      'output_text.done',
    ]);
    // The specification has no item for approvals; those of OpenAI are not part of it.
    expect(await runPython(OPEN_RESPONSES_PROGRAM, { responses, events, errors })).toEqual({
      problems: [],
      checked: responses.length + events.length + errors.length,
    });
  });

  /** Runs a snippet of the console as a user would: pasted, with the key in the environment. */
  async function runSnippet(name: SnippetName, target: CodeTarget): Promise<string> {
    const text = formatSnippet(name, target, world.stack.baseUrl);
    expect(text).not.toContain(tenant.key);
    const options = { env: { ...installed, HOLDFAST_KEY: tenant.key } };
    if (name === 'curl') return (await runProgram('bash', ['-c', text], options)).stdout;
    if (name !== 'TypeScript') return (await runProgram('python3', ['-c', text], options)).stdout;
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-snippet-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'snippet.ts'), text);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const { stdout } = await runProgram(process.execPath, [join(folder, 'snippet.ts')], options);
    await rm(folder, { recursive: true });
    return stdout;
  }

  it('and curl, the TypeScript client and MCP clients run the snippets that the console shows', async () => {
    const scope = { org_id: tenant.orgId, project_id: tenant.projectId };
    const agent = await makeAgent(tenant, { name: 'Snippet agent', exposed_to_agents: true });
    const task = await makeTask(tenant, { user_prompt: 'Say: {text}' });
    for (const name of ['curl', 'TypeScript', 'Python', 'OpenAI'] as const) {
      const { message } = await play(world, [{ text: "It's 42." }]);
      const ofAgent = { ...scope, kind: 'task_agent', id: agent.id, message: `It's asked: ${message}` } as const;
      expect(await runSnippet(name, ofAgent), name).toContain("It's 42.");
      const ofTask = { ...scope, kind: 'task', id: task.id, input: { text: `It's asked: ${message}` } } as const;
      expect(await runSnippet(name, ofTask), name).toContain("It's 42.");
    }
    const made = await tenant.owner.post(`${tenant.project}/collection`, { title: 'Empty shelf' });
    const ofCollection = { ...scope, kind: 'collection', id: made.body.id, question: "What's here?" } as const;
    for (const name of ['curl', 'TypeScript', 'Python'] as const)
      expect(await runSnippet(name, ofCollection), name).toContain('results');
    const mcp = { ...scope, kind: 'task_agent', id: agent.id, message: '' } as const;
    const { holdfast } = JSON.parse(formatSnippet('MCP', mcp, world.stack.baseUrl)).mcpServers;
    expect(holdfast.headers).toEqual({ Authorization: `Bearer $\{HOLDFAST_KEY}` });
    await using connection = await connectMcp(holdfast.url, tenant.key);
    expect(await connection.names()).toContain('Snippet_agent');
  });
});

const OPENAI_PROGRAM = `
import json, sys
import openai
args = json.loads(sys.argv[1])
client = openai.OpenAI(base_url=args["baseURL"], api_key=args["key"], max_retries=0)
messages = [{"role": "user", "content": args["message"]}]
found = client.models.retrieve(args["task"]).id
text = client.chat.completions.create(model=args["model"], messages=messages).choices[0].message.content
stream = client.chat.completions.create(model=args["model"], messages=messages, stream=True)
streamed = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
response = client.responses.create(model=args["model"], input=args["message"]).output_text
events = [event.type for event in client.responses.create(model=args["model"], input=args["message"], stream=True)]
try:
    client.chat.completions.create(model=args["model"], messages=messages, temperature=0.3)
    refused = None
except openai.BadRequestError as error:
    refused = [error.status_code, error.param]
print(json.dumps(dict(found=found, text=text, streamed=streamed, response=response, events=events[-1], refused=refused)))
`;

const OPEN_RESPONSES_PROGRAM = `
import inspect, json, sys
from openresponses_types import types
args = json.loads(sys.argv[1])
def strip(value):
    if isinstance(value, dict) and value.get("type") == "json_schema":
        # The specification repeats no schema, while OpenAI does.
        return {**value, "schema": None}
    if isinstance(value, dict):
        return {key: strip(each) for key, each in value.items()}
    if isinstance(value, list):
        return [strip(each) for each in value if not (isinstance(each, dict) and each.get("type") == "mcp_approval_request")]
    return value
events = {}
for name, model in inspect.getmembers(types, inspect.isclass):
    if name.endswith("StreamingEvent"):
        events[list(model.model_fields["type"].annotation)[0].value] = model
forms = [(types.ResponseResource, each) for each in args["responses"]]
forms += [(events[each["type"]], each) for each in args["events"]]
forms += [(types.ErrorPayload, each) for each in args["errors"]]
problems = []
for model, form in forms:
    if (form.get("item") or {}).get("type") == "mcp_approval_request":
        continue
    try:
        model.model_validate(strip(form))
    except ValueError as error:
        problems.append([form.get("type"), str(error)])
print(json.dumps(dict(problems=problems, checked=len(forms))))
`;

const AGENTS_PROGRAM = `
import json, sys
from openai import AsyncOpenAI
from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, set_tracing_disabled
args = json.loads(sys.argv[1])
set_tracing_disabled(True)
client = AsyncOpenAI(base_url=args["baseURL"], api_key=args["key"], max_retries=0)
form = OpenAIChatCompletionsModel if args["form"] == "chat" else OpenAIResponsesModel
agent = Agent(name="Helper", instructions="Be brief.", model=form(model=args["model"], openai_client=client))
first = Runner.run_sync(agent, args["message"])
second = Runner.run_sync(agent, first.to_input_list() + [{"role": "user", "content": "And now?"}])
print(json.dumps(dict(first=first.final_output, second=second.final_output)))
`;

const APPROVING_PROGRAM = `
import json, sys
from openai import AsyncOpenAI
from agents import Agent, HostedMCPTool, OpenAIResponsesModel, Runner, set_tracing_disabled
args = json.loads(sys.argv[1])
set_tracing_disabled(True)
client = AsyncOpenAI(base_url=args["baseURL"], api_key=args["key"], max_retries=0)
asked = []
def decide(request):
    asked.extend([request.data.name, request.data.arguments])
    return {"approve": True}
config = {"type": "mcp", "server_label": "holdfast", "require_approval": "always"}
tool = HostedMCPTool(tool_config=config, on_approval_request=decide)
agent = Agent(name="Asking", model=OpenAIResponsesModel(model=args["model"], openai_client=client), tools=[tool])
print(json.dumps(dict(answer=Runner.run_sync(agent, args["message"]).final_output, asked=asked)))
`;
