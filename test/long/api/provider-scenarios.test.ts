import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { waitForRunEnd } from '../../support/outages.ts';
import { PYTHON } from '../../support/python.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { type ScenarioEmulator, startScenarioEmulator } from '../../support/scenario-emulator.ts';
import { NEVER, QUEUED } from '../../support/scene.ts';

let world: World;
let tenant: Tenant;
let emulator: ScenarioEmulator;

/** Makes a message that the emulator answers by these scenarios in turn. */
function scenarios(...names: readonly string[]) {
  const key = randomUUID().replaceAll('-', '');
  return { message: `Go. [[scenarios:${key}:${names.join(',')}]]`, requests: () => emulator.count(key) };
}

async function runTask(model: string, message: string): Promise<Json> {
  const task = await makeTask(tenant, { llm_model_id: model, user_prompt: '{text}' });
  const path = `${tenant.project}/task/${task.id}/run`;
  const { body } = await tenant.owner.post(path, { task_input: { text: message } }, QUEUED);
  return waitForRunEnd(tenant, `${path}/${body.id}`);
}

/** Runs an agent, whose task `Write` the emulator's tool calls name, in a project of its own. */
async function runAgent(model: string, message: string): Promise<{ run: Json; writes: Json[] }> {
  const own = await world.tenant();
  const task = await makeTask(own, { name: 'Write', user_prompt: '{path}: {contents}' });
  const agent = await makeAgent(own, {
    llm_model_id: model,
    task_tools: [{ task_id: task.id }],
    approval_policy: NEVER,
  });
  const { body } = await own.owner.post(`${agent.path}/run`, { message }, QUEUED);
  const run = await waitForRunEnd(own, `${agent.path}/run/${body.id}`);
  const writes = await own.owner.get(`${own.project}/task/${task.id}/run`);
  return { run, writes: writes.body.results };
}

describeWithRequirement(PYTHON, 'an emulator of providers in Python', () => {
  beforeAll(async () => {
    world = openWorld();
    tenant = await world.tenant();
    emulator = await startScenarioEmulator();
    await world.model.emulate('scenarios', emulator.url);
  });
  afterAll(async () => {
    await emulator[Symbol.asyncDispose]();
    await world.close();
  });

  describe.each([
    ['scenarios-compatible', ['mock-tool-stream']],
    ['scenarios-anthropic', ['mock-tool-use', 'mock-tool-stream']],
  ])('that answers the model %s', (model, calls) => {
    it.each(['mock-text', 'mock-delay'])('completes a task by the scenario %s', async (scenario) => {
      const { message, requests } = scenarios(scenario);
      const run = await runTask(model, message);
      expect(run).toMatchObject({ status: 'completed', is_error: false, llm_retries: 0 });
      expect(run.response).not.toBe('');
      expect(run.output_tokens).toBeGreaterThan(0);
      expect(requests()).toBe(1);
    });

    it.each(['mock-429', 'mock-500', 'mock-503'])('is asked again after %s', async (scenario) => {
      const { message, requests } = scenarios(scenario, 'mock-text');
      expect(await runTask(model, message)).toMatchObject({ status: 'completed', is_error: false });
      expect(requests()).toBe(2);
    });

    it.each(['mock-400', 'mock-401'])('is not asked again after %s, which ends the run', async (scenario) => {
      const { message, requests } = scenarios(scenario, 'mock-text');
      expect(await runTask(model, message)).toMatchObject({ status: 'failed', is_error: true });
      expect(requests()).toBe(1);
    });

    it.each(calls)('has an agent make the call of %s once', async (scenario) => {
      const { message, requests } = scenarios(scenario, 'mock-text');
      const { run, writes } = await runAgent(model, message);
      expect(run).toMatchObject({ status: 'completed', turns: 2 });
      expect(writes).toMatchObject([{ response: 'echo: tmp/mock-file.txt: mock output' }]);
      expect(requests()).toBe(2);
    });
  });

  it('that sends an error within its stream is asked again', async () => {
    const { message, requests } = scenarios('mock-stream-error', 'mock-text');
    expect(await runTask('scenarios-anthropic', message)).toMatchObject({ status: 'completed', is_error: false });
    expect(requests()).toBe(2);
  });
});
