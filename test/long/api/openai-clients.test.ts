import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeTarget, formatSnippet, type SnippetName } from '../../../console/src/features/code/snippets.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';
import { installExtraPackages } from '../../support/extra-packages.ts';
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

const NPM_PACKAGES = ['ai@7.0.173', 'zod@4.6.7', '@langchain/core@1.4.0', '@langchain/openai@1.6.0'];

/** Installs and imports the npm packages. */
async function importClients(): Promise<Json> {
  const entry = join(await installExtraPackages(...NPM_PACKAGES), 'clients.mjs');
  await writeFile(entry, "export * as ai from 'ai';\nexport { ChatOpenAI } from '@langchain/openai';\n");
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

describeWithRequirement(PYTHON, 'the Python packages', () => {
  let installed: NodeJS.ProcessEnv;

  beforeAll(async () => {
    installed = await installPythonPackages('openai==3.57.0', 'openai-agents==0.24.0', 'requests==2.34.2');
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

  it('openai-agents runs an agent in turns, by chat completions and by responses', async () => {
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }], { by: 'call' });
    for (const form of ['chat', 'responses']) {
      const agent = await makeAgent(tenant);
      const printed = await runPython(AGENTS_PROGRAM, { model: `agent/${agent.id}`, message, form });
      expect(printed).toEqual({ first: expect.any(String), second: expect.any(String) });
      const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
      expect(results[0]).toMatchObject({ message: 'And now?', session_id: results[1].session_id });
    }
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
