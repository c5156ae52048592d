import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

describe('the main job', () => {
  it('runs a task and returns the output, its tokens and its cost', async () => {
    const task = await tenant.owner.post(`${tenant.project}/task`, {
      name: 'Greeting',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: 'Be kind.',
      user_prompt: 'Greet {name}.',
    });
    expect(task.status).toBe(200);
    const run = await tenant.owner.post(`${tenant.project}/task/${task.body.id}/run`, { task_input: { name: 'Ada' } });
    expect(run.status).toBe(200);
    expect(run.headers.get('x-task-run-id')).toBe(run.body.id);
    expect(run.headers.get('x-task-revision-id')).toBe(task.body.active_revisions[0].task_revision_id);
    expect(run.body).toMatchObject({ status: 'completed', response: 'echo: Greet Ada.', is_error: false });
    expect(run.body.total_tokens).toBe(run.body.input_tokens + run.body.output_tokens);
    expect(run.body.charged_credits).toBe('0.002');
  });

  it('streams an agent run that pauses before a guarded call and continues after a person approved it', async () => {
    await world.model.script('main-path', [
      { text: 'Let me see.', tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { chunks: ['It is ', '42.'] },
    ]);
    const agent = await tenant.owner.post(`${tenant.project}/task-agent`, {
      name: 'Helper',
      instruction: 'Help.',
      llm_model_id: 'scripted',
      approval_policy: { default: 'destructive', rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    expect(agent.status).toBe(200);
    const stream = await tenant.owner.stream(`${tenant.project}/task-agent/${agent.body.id}/run`, {
      body: { message: `What is six times seven? ${world.model.marker('main-path')}` },
    });
    const first = await stream.end();
    expect(first.map((event) => event.event)).toEqual(['session_id', 'text', 'tool_call', 'approval_required']);
    const { run_id: runId } = first[0]!.data;
    const { approval_request_id: requestId } = first[3]!.data;

    const waiting = await tenant.owner.get(`${tenant.project}/task-agent/${agent.body.id}/run/${runId}`);
    expect(waiting.body).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });

    const path = `${tenant.project}/task-agent/${agent.body.id}/approval-request/${requestId}`;
    const approved = await tenant.owner.post(`${path}/approve`, { decision_note: 'fine' });
    expect(approved.body).toMatchObject({
      status: 'approved',
      decided_by: `user:${tenant.userId}`,
      decision_note: 'fine',
    });

    const rest = await tenant.owner.stream(`${path}/resume`, { body: {} });
    const events = await rest.end();
    expect(events.map((event) => event.event).filter((kind) => kind !== 'text')).toEqual([
      'approval_decided',
      'tool_result',
      'done',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'It is 42.' });
    const ids = [...first, ...events].map((event) => event.id);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
  });
});
