import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, play, type TestAgent } from '../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';

/** A received request: its path and idempotency key. */
interface Sent {
  readonly path: string;
  readonly key: string | undefined;
}

let world: World;
let tenant: Tenant;
let externalServer: Server;
let url: string;
const sent: Sent[] = [];

/** Reads the first `n` requests to `/cut-<n>/…` and disconnects; responds to later ones. */
beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  externalServer = createServer((request, response) => {
    const path = request.url ?? '/';
    sent.push({ path, key: request.headers['idempotency-key'] as string | undefined });
    const cuts = Number(/^\/cut-(\d+)\//.exec(path)?.[1] ?? 0);
    request.resume().on('end', () => {
      if (timesSent(path) <= cuts) request.socket.destroy();
      else response.end('done');
    });
  });
  await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  externalServer.close();
  await world.close();
});

function timesSent(path: string): number {
  return sent.filter((request) => request.path === path).length;
}

/** Runs an agent that posts to a path once and then ends; returns the run when it has ended or waits. */
async function post(path: string, policy: object) {
  const call = { name: 'http_request', arguments: { method: 'POST', url: `${url}${path}`, body: 'pay' } };
  const { key, message } = await play(world, [{ tool_calls: [call] }, { text: 'Said.' }]);
  const agent = await makeAgent(tenant, {
    builtin_tools: ['http_request'],
    approval_policy: { default: 'never', rules: [], ...policy },
  });
  return { agent, key, run: await agent.run(message) };
}

async function readEffect(agent: TestAgent, runId: string) {
  const page = await tenant.owner.get(`${agent.path}/run/${runId}/effects`);
  return page.body.results[0];
}

describe('a call with side effects and an unknown outcome', () => {
  it('is sent again with the same key if its tool is marked as idempotent, and asks nobody', async () => {
    const { agent, key, run } = await post('/cut-2/idempotent', { idempotent: ['http_*'] });
    expect(run).toMatchObject({ status: 'completed', output: 'Said.' });
    const requests = sent.filter((request) => request.path === '/cut-2/idempotent');
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => request.key)).size).toBe(1);
    expect(requests[0]?.key).toEqual(expect.any(String));
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'done', attempts: 3 });
    expect(await agent.requests(run.id)).toEqual([]);
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('done')]);
  });

  it('shows while it waits for the next attempt that it does, and until when', async () => {
    const path = '/cut-3/retry';
    const call = { name: 'http_request', arguments: { method: 'POST', url: `${url}${path}`, body: 'pay' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Said.' }]);
    const agent = await makeAgent(tenant, {
      builtin_tools: ['http_request'],
      approval_policy: { default: 'never', rules: [], idempotent: ['http_request'] },
    });
    const run = await tenant.owner.post(`${agent.path}/run`, { message }, { prefer: 'respond-async' });
    const waiting = await eventually(
      () => agent.read(run.body.id),
      (now) => now.waiting_for?.kind === 'retry',
    );
    expect(waiting).toMatchObject({
      status: 'running',
      waiting_for: { kind: 'retry', until: expect.any(String), detail: expect.stringContaining('http_request') },
    });
    const done = await eventually(
      () => agent.read(run.body.id),
      (now) => now.completed !== null,
    );
    expect(done).toMatchObject({ status: 'completed', waiting_for: null });
    expect(timesSent(path)).toBe(4);
  });

  it('is not sent again if its tool is not marked: a person is asked, with the evidence', async () => {
    const { agent, run } = await post('/cut-1/marked-other', { idempotent: ['other_*'] });
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    expect(timesSent('/cut-1/marked-other')).toBe(1);
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({
      kind: 'confirm_effect',
      effect: 'unknown',
      rule: { evidence: expect.any(String), attempts: 1, sent_at: expect.any(String) },
      expires_at: null,
    });
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'unknown', attempts: 1 });
  });

  it('is not sent by an attempt after one that died with its mark: a person is asked', async () => {
    const path = '/marked-before';
    const { agent, run } = await post(path, { default: 'always' });
    const [request] = await agent.requests(run.id);
    // As a worker leaves it that is killed after its mark.
    await world.db
      .updateTable('effects')
      .set({ status: 'sent', sent_at: sql<Date>`now() - interval '1 hour'` })
      .where('tool_call_id', '=', request!.tool_call_id)
      .execute();
    await agent.approve(request!.id);
    expect((await agent.resume(request!.id)).body).toMatchObject({ status: 'waiting_for_human' });
    const [, confirmation] = await agent.requests(run.id);
    expect(confirmation).toMatchObject({ kind: 'confirm_effect', effect: 'unknown' });
    expect(timesSent(path)).toBe(0);
  });

  it('is also sent again if its tool is marked by an alias, which counts before the call and after', async () => {
    const { agent, run } = await post('/cut-1/other-name', { default: 'always', idempotent: ['billing_*'] });
    // As planning stores a tool with an alias.
    await world.db
      .updateTable('tool_calls')
      .set({ tool_names: ['http_request', 'billing_charge'] })
      .where('run_id', '=', run.id)
      .execute();
    const [request] = await agent.requests(run.id);
    await agent.approve(request!.id);
    expect((await agent.resume(request!.id)).body).toMatchObject({ status: 'completed' });
    expect(timesSent('/cut-1/other-name')).toBe(2);
    expect(await agent.requests(run.id)).toHaveLength(1);
  });

  it('is not sent again if its tool changed since the call was planned, and the model gets an error', async () => {
    const { agent, key, run } = await post('/cut-1/changed', {});
    // As another release would store it, with another schema for this tool.
    await world.db.updateTable('tool_calls').set({ tool_digest: 'another' }).where('run_id', '=', run.id).execute();
    const [request] = await agent.requests(run.id);
    await agent.reject(request!.id);
    expect((await agent.resume(request!.id)).body).toMatchObject({ status: 'completed' });
    expect(timesSent('/cut-1/changed')).toBe(1);
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'failed' });
  });

  it('is marked as done by a yes, and not sent again', async () => {
    const { agent, key, run } = await post('/cut-1/yes', {});
    const [request] = await agent.requests(run.id);
    await agent.approve(request!.id);
    expect((await agent.resume(request!.id)).body).toMatchObject({ status: 'completed' });
    expect(timesSent('/cut-1/yes')).toBe(1);
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'done' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('a person confirmed')]);
  });

  it('is sent once more with the same key after a no, and asks again if that breaks off too', async () => {
    const { agent, run } = await post('/cut-2/no', {});
    const [first] = await agent.requests(run.id);
    await agent.reject(first!.id);
    expect((await agent.resume(first!.id)).body).toMatchObject({ status: 'waiting_for_human' });
    const [, second] = await agent.requests(run.id);
    expect(second).toMatchObject({ kind: 'confirm_effect', status: 'pending', rule: { attempts: 2 } });
    await agent.reject(second!.id);
    expect((await agent.resume(second!.id)).body).toMatchObject({ status: 'completed' });
    const requests = sent.filter((request) => request.path === '/cut-2/no');
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => request.key)).size).toBe(1);
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'done', attempts: 3 });
  });

  it('stays unknown if the request expires, which the model sees, and never triggers on_reject', async () => {
    const rules = [{ tool: 'http_request', mode: 'never', expires_in: 'PT1S', on_reject: 'fail' }];
    const { agent, key, run } = await post('/cut-1/expires', { rules });
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'confirm_effect', expires_at: expect.any(String) });
    const done = await eventually(
      () => agent.read(run.id),
      (now) => now.completed !== null,
    );
    expect(done).toMatchObject({ status: 'completed', output: 'Said.' });
    expect(await readEffect(agent, run.id)).toMatchObject({ status: 'unknown' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('EFFECT_UNKNOWN')]);
    expect(timesSent('/cut-1/expires')).toBe(1);
    expect(await agent.approve(request!.id)).toMatchObject({ status: 409 });
  });

  it('asks a person in the end even if its tool is idempotent, when it breaks off repeatedly', async () => {
    const { agent, run } = await post('/cut-9/always', { idempotent: ['*'] });
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    expect(timesSent('/cut-9/always')).toBe(5);
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'confirm_effect', rule: { attempts: 5 } });
  });
});
