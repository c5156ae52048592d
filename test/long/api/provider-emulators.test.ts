import { randomUUID } from 'node:crypto';
import { type Fixture, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelGateway } from '../../../src/platform/models/gateway.ts';
import { makeAgent, makeTask } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { waitForRunEnd } from '../../support/outages.ts';
import { QUEUED } from '../../support/scene.ts';
import { EMULATED_MODELS } from '../../support/stack.ts';

let world: World;
let tenant: Tenant;
/** An emulator of model providers that others maintain, from npm. */
const emulator = new LLMock({ port: 0, strict: true, logLevel: 'silent' });

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await world.model.emulate('fixtures', await emulator.start());
});
afterAll(async () => {
  await emulator.stop();
  await world.close();
});

/** An answer of many pieces. */
const SLOW_ANSWER = { response: { content: 'One after the other, and then some more of them.' }, chunkSize: 4 };
/** Fields of a model that do not affect its call. */
const MODEL = {
  id: randomUUID(),
  alias: null,
  vendor: 'test',
  description: '',
  supports_vision: true,
  supports_tools: true,
  output_modalities: ['text'],
  context_window: null,
  input_price: '0',
  output_price: '0',
  retired: false,
};

type Reply = Omit<Fixture, 'match'> & { readonly match?: Fixture['match'] };

/**
 * Has the emulator answer a new message with these replies in turn. Returns the message and the requests that arrived
 * for it.
 */
function script(...replies: readonly Reply[]) {
  const userMessage = `Request ${randomUUID()}`;
  for (const [sequenceIndex, { match = { sequenceIndex }, ...reply }] of replies.entries())
    emulator.addFixture({ ...reply, match: { userMessage, ...match } });
  const requests = () => emulator.getRequests().filter(({ body }) => JSON.stringify(body).includes(userMessage));
  return { message: userMessage, requests };
}

async function runTask(model: string, message: string, fields: object = {}): Promise<Json> {
  const task = await makeTask(tenant, { llm_model_id: model, user_prompt: '{text}', ...fields });
  const path = `${tenant.project}/task/${task.id}/run`;
  const { body } = await tenant.owner.post(path, { task_input: { text: message } }, QUEUED);
  return waitForRunEnd(tenant, `${path}/${body.id}`);
}

describe.each(EMULATED_MODELS.filter((model) => model.emulator === 'fixtures'))(
  'an emulated provider of the kind $provider',
  ({ name, provider, ...modelFields }) => {
    it('answers a task, whose tokens are counted', async () => {
      const usage = {
        prompt_tokens: 21,
        completion_tokens: 5,
        input_tokens: 21,
        output_tokens: 5,
        promptTokenCount: 21,
        candidatesTokenCount: 5,
      };
      const { message } = script({ response: { content: 'It works.', usage } });
      expect(await runTask(name, message)).toMatchObject({
        status: 'completed',
        is_error: false,
        response: 'It works.',
        input_tokens: 21,
        output_tokens: 5,
      });
    });

    it('has an agent call a tool and answer with its result', async () => {
      const call = { name: 'calculator', arguments: JSON.stringify({ expression: '6*7' }) };
      const { message, requests } = script(
        { match: { hasToolResult: false }, response: { toolCalls: [call] } },
        { match: { hasToolResult: true }, response: { content: 'It is 42.' } },
      );
      const agent = await makeAgent(tenant, { llm_model_id: name, builtin_tools: ['calculator'] });
      const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
      const run = await waitForRunEnd(tenant, `${agent.path}/run/${body.id}`);
      expect(run).toMatchObject({ status: 'completed', output: 'It is 42.' });
      expect(requests()).toHaveLength(2);
      expect(JSON.stringify(requests()[1]?.body)).toContain('42');
    });

    it('answers in the form that a task asks for', async () => {
      const { message } = script({ response: { content: JSON.stringify({ city: 'Oslo' }) } });
      const run = await runTask(name, message, { output_modality: 'json', output_format: { city: 'str' } });
      expect(run).toMatchObject({ status: 'completed', response: { city: 'Oslo' } });
    });

    it('may be slow at first and between its words', async () => {
      const streamingProfile = { ttft: 4000, tps: 4 };
      const content = 'One after the other, slowly.';
      const { message } = script({ response: { content }, streamingProfile, chunkSize: 6 });
      expect(await runTask(name, message)).toMatchObject({ status: 'completed', response: content, llm_retries: 0 });
    });

    it.each([
      [
        'breaks off in the middle',
        { response: { content: 'Broken off here, not there.' }, truncateAfterChunks: 1, chunkSize: 4 },
      ],
      ['sends no valid JSON', { response: { content: 'x' }, chaos: { malformedRate: 1 } }],
      ['limits the rate', { response: { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429 } }],
      ['fails', { response: { error: { message: 'oops', type: 'server_error' }, status: 500 } }],
      ['is overloaded', { response: { error: { message: 'overloaded', type: 'overloaded_error' }, status: 503 } }],
      ['has no capacity', { response: { error: { message: 'overloaded', type: 'overloaded_error' }, status: 529 } }],
      ['disconnects before its answer', { response: { content: 'x' }, chaos: { disconnectRate: 1 } }],
      ['disconnects between its words', { ...SLOW_ANSWER, streamingProfile: { tps: 4 }, disconnectAfterMs: 600 }],
    ] satisfies [string, Reply][])('is asked again when it %s', async (_, failure) => {
      const { message, requests } = script(failure as Reply, { response: { content: 'Complete.' } });
      expect(await runTask(name, message)).toMatchObject({
        status: 'completed',
        is_error: false,
        response: 'Complete.',
      });
      expect(requests()).toHaveLength(2);
    });

    it('is asked again no sooner than its Retry-After permits', async () => {
      const error = { message: 'slow down', type: 'rate_limit_error' };
      const { message, requests } = script(
        { response: { error, status: 429, retryAfter: 3 } },
        { response: { content: 'Complete.' } },
      );
      expect(await runTask(name, message)).toMatchObject({ status: 'completed', response: 'Complete.' });
      const [refused, answered] = requests().map(({ timestamp }) => timestamp);
      // Without the header the second request follows after half a second.
      expect((answered ?? 0) - (refused ?? 0)).toBeGreaterThan(2900);
    });

    it.each([
      ['before its first word', { ttft: 60_000 }],
      ['between its words', { ttft: 10, tps: 1 / 60 }],
    ])('that is silent %s for longer than the limit is given up', async (_, streamingProfile) => {
      const { message, requests } = script({ ...SLOW_ANSWER, streamingProfile });
      const env = { EMULATED_KEY: 'x' };
      const { generate } = createModelGateway({ env, idleTimeoutMs: 1500 });
      const { path, id } = modelFields;
      const model = {
        name,
        provider,
        providerModel: id,
        baseUrl: `${emulator.url}/${path}`,
        apiKeyEnv: 'EMULATED_KEY',
      };
      const request = { model: { ...MODEL, ...model }, messages: [{ role: 'user' as const, content: message }] };
      const call = generate({ ...request, settings: {} }, { signal: new AbortController().signal });
      await expect(call).rejects.toMatchObject({ reason: 'silent', retryable: true });
      expect(requests().length).toBeLessThanOrEqual(1);
    });

    it('that refuses the key ends the run with a reason', async () => {
      const response = { error: { message: 'invalid api key', type: 'authentication_error' }, status: 401 };
      const { message, requests } = script({ response });
      const run = await runTask(name, message);
      expect(run).toMatchObject({ status: 'failed', is_error: true });
      expect(run.error.message).toContain(provider === 'openai-compatible' ? 'invalid api key' : '');
      expect(requests()).toHaveLength(1);
    });
  },
);
