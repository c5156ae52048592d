import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeTask, type Receiver, startReceiver } from '../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import { ALWAYS, getReason, post, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const listReceived = (path: string) => receiver.received.filter((request) => request.path === path);
const rule = (fields: object) => ({ default: 'never', rules: [{ tool: '*', mode: 'always', ...fields }] });

describe('at the moment of execution', () => {
  it('arguments that differ from those shown to a person are not executed, whatever changed them', async () => {
    const { agent, requests, key } = await startScene(world, tenant, [post(`${receiver.url}/shown`)]);
    const request = requests[0];
    const other = { method: 'POST', url: `${receiver.url}/slipped-in` };
    await world.db
      .updateTable('tool_calls')
      .set({ arguments: sql`${JSON.stringify(other)}::json` })
      .where('id', '=', request.tool_call_id)
      .execute();
    expect(await agent.approve(request.id)).toMatchObject({ status: 200 });
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
    expect([listReceived('/shown'), listReceived('/slipped-in')]).toEqual([[], []]);
  });

  it('a tool that was deleted while its call waited is not called, and the model gets an error', async () => {
    const task = await makeTask(tenant);
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const fields = { task_tools: [{ task_id: task.id }] };
    const { agent, requests, key } = await startScene(world, tenant, [call], { fields });
    expect(await tenant.owner.delete(`${tenant.project}/task/${task.id}`)).toMatchObject({ status: 200 });
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
    const runs = await world.db.selectFrom('task_runs').select('id').where('task_id', '=', task.id).execute();
    expect(runs).toEqual([]);
  });

  it('the policy is that of the run’s revision: a newer one neither removes nor adds an approval', async () => {
    const { agent, requests, run } = await startScene(world, tenant, [post(`${receiver.url}/pinned`)]);
    const changed = await tenant.owner.post(agent.path, { approval_policy: { default: 'never' } });
    const revision = changed.body.revisions[0].id;
    await tenant.owner.post(agent.path, { active_revision_id: revision });
    expect(await agent.read(run.id)).toMatchObject({ status: 'waiting_for_human' });
    expect(listReceived('/pinned')).toEqual([]);
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({
      status: 'completed',
      task_agent_revision_id: run.task_agent_revision_id,
    });
    expect(listReceived('/pinned')).toHaveLength(1);
  });
});

describe('edited arguments', () => {
  it('replace the arguments completely: a removed key is gone, and both versions are stored', async () => {
    const headers = { 'x-amount': '900', 'x-note': 'keep' };
    const { agent, requests, run } = await startScene(world, tenant, [
      post(`${receiver.url}/whole`, { headers, body: { pay: 900, to: 'me' } }),
    ]);
    const edited = { method: 'POST', url: `${receiver.url}/whole`, headers: { 'x-note': 'keep' }, body: { pay: 9 } };
    await agent.approve(requests[0].id, { arguments: edited });
    await agent.resume(requests[0].id);
    const [sent] = listReceived('/whole');
    expect(sent).toMatchObject({ body: '{"pay":9}', headers: { 'x-note': 'keep' } });
    expect(sent?.headers['x-amount']).toBeUndefined();
    const stored = await world.db
      .selectFrom('tool_calls')
      .select(['arguments', 'edited_arguments'])
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(stored.arguments).toMatchObject({ headers, body: { pay: 900, to: 'me' } });
    expect(stored.edited_arguments).toEqual(edited);
  });

  it('are rejected with a reason and without side effects if the tool’s schema is invalid or too slow to check', async () => {
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const id = requests[0].id;
    const under = async (schema: object, args: object) => {
      await world.db
        .updateTable('approval_requests')
        .set({ tool_schema: sql`${JSON.stringify(schema)}::json` })
        .where('id', '=', id)
        .execute();
      return agent.approve(id, { arguments: args });
    };
    const slow = { properties: { expression: { type: 'string', pattern: '^(a+)+$' } } };
    const deep = `${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`;
    for (const schema of [slow, { $ref: 'https://example.com/x' }, { allOf: [{ $ref: '#' }] }, JSON.parse(deep)]) {
      const answer = await under(schema, { expression: `${'a'.repeat(60)}!` });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'arguments'] }] } });
      expect(answer.text).toContain('because of its schema');
    }
    const modern = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'urn:a', type: 'object' };
    expect(await under(modern, { expression: '2+2' })).toMatchObject({ status: 200 });
  });

  it('are rejected if they violate the tool’s schema, cannot be stored, or are not an object', async () => {
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const id = requests[0].id;
    const wrong = [
      { expression: { a: 1 } },
      {},
      { expression: '1', more: 2 },
      { expression: 'a\u0000' },
      [],
      'text',
      5,
    ];
    for (const args of wrong) {
      expect(await agent.approve(id, { arguments: args })).toMatchObject({ status: 422 });
    }
    const raw = await tenant.owner.post(
      `${agent.path}/approval-request/${id}/approve`,
      '{"arguments":{"expression":"1","__proto__":{"x":1}}}',
    );
    expect(raw.status).toBe(400);
    const read = await tenant.owner.get(`${agent.path}/approval-request/${id}`);
    expect(read.body).toMatchObject({ status: 'pending', decisions: [] });
  });
});

describe('can_decide', () => {
  it('says for every role and state whether the reader can decide, and if not, why', async () => {
    const policy = rule({ approvals_needed: 2 });
    const { agent, requests } = await startScene(world, tenant, [sum('1+1'), sum('2+2')], { policy });
    const [first, second] = requests;
    const editor = await tenant.member({ project: 'editor' });
    const orgEditor = await tenant.member({ org: 'editor' });
    const viewer = await tenant.member({ project: 'viewer' });
    const says = async (id: string, reader = tenant.owner) =>
      (await reader.get(`${agent.path}/approval-request/${id}`)).body.can_decide;
    const yes = { allowed: true, reason: null };
    for (const reader of [tenant.owner, editor, orgEditor]) expect(await says(first.id, reader)).toEqual(yes);
    expect(await says(first.id, viewer)).toEqual({ allowed: false, reason: 'ROLE' });
    await agent.approve(first.id);
    expect(await says(first.id)).toEqual({ allowed: false, reason: 'ALREADY_DECIDED' });
    expect(await says(first.id, editor)).toEqual(yes);
    await agent.approve(first.id, {}, editor);
    for (const reader of [tenant.owner, orgEditor])
      expect(await says(first.id, reader)).toEqual({ allowed: false, reason: 'NOT_PENDING' });
    expect(await says(first.id, viewer)).toEqual({ allowed: false, reason: 'ROLE' });
    await tenant.owner.post(`${agent.path}/run/${first.task_agent_run_id}/cancel`);
    expect(await says(second.id)).toEqual({ allowed: false, reason: 'NOT_PENDING' });
  });

  it('of an expired request is computed on read, which writes nothing', async () => {
    const { agent, requests, run } = await startScene(world, tenant, [sum('1+1')], {
      policy: rule({ expires_in: 'PT1H' }),
    });
    const id = requests[0].id;
    await world.db
      .updateTable('approval_requests')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute();
    const read = await tenant.owner.get(`${agent.path}/approval-request/${id}`);
    expect(read.body).toMatchObject({ status: 'expired', can_decide: { allowed: false, reason: 'NOT_PENDING' } });
    const listed = await tenant.owner.get(`${agent.path}/approval-request?status=expired&run_id=${run.id}`);
    expect(listed.body.results).toHaveLength(1);
    for (const late of [await agent.approve(id), await agent.reject(id)]) {
      expect(late).toMatchObject({ status: 409 });
      expect(getReason(late)).toBe('APPROVAL_REQUEST_NOT_PENDING');
    }
    const row = await world.db.selectFrom('approval_requests').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ status: 'pending', decided_at: null });
  });
});

describe('the decider of a request', () => {
  it('with an API key is the key’s creator, and the key’s id is recorded', async () => {
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
    const editor = await tenant.member({ project: 'editor' });
    const keys = await world.db.selectFrom('api_keys').select('id').where('user_id', '=', editor.userId).execute();
    const approved = await agent.approve(requests[0].id, { decision_note: 'by key' }, editor);
    expect(approved.body).toMatchObject({
      decided_by: `user:${editor.userId}`,
      decisions: [{ by: `user:${editor.userId}`, api_key_id: keys[0]?.id, note: 'by key' }],
    });
  });

  it('is never from another tenant: their decision finds no request, on any path', async () => {
    const stranger = await world.tenant();
    const { agent, requests } = await startScene(world, tenant, [post(`${receiver.url}/stranger`)]);
    const id = requests[0].id;
    const theirs = await startScene(world, stranger, [sum('1+1')]);
    const paths = [
      [`${agent.path}/approval-request/${id}`, 403],
      [`${theirs.agent.path}/approval-request/${id}`, 404],
      [`${stranger.project}/task-agent/${agent.id}/approval-request/${id}`, 404],
    ] as const;
    for (const [path, status] of paths) {
      expect((await stranger.owner.get(path)).status).toBe(status);
      for (const verb of ['approve', 'reject', 'resume'])
        expect((await stranger.owner.post(`${path}/${verb}`, {})).status).toBe(status);
    }
    const read = await tenant.owner.get(`${agent.path}/approval-request/${id}`);
    expect(read.body).toMatchObject({ status: 'pending', decisions: [] });
    expect(listReceived('/stranger')).toEqual([]);
  });
});

describe('a decision in progress', () => {
  /** Counts the database connections that wait for a lock. */
  async function waitingFor(pid: number): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(world.db);
    return rows.map((row) => row.pid);
  }

  /** Holds a decision with the run's lock before its commit, until its run was signalled and its call waits for it. */
  async function halfMade<T>(
    request: { id: string },
    decide: () => Promise<T>,
    then: (pid: number) => Promise<unknown>,
  ) {
    return world.db.transaction().execute(async (trx) => {
      await trx.selectFrom('approval_requests').select('id').where('id', '=', request.id).forUpdate().execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const decided = decide();
      const [deciding] = await eventually(
        () => waitingFor(rows[0]?.pid ?? 0),
        (pids) => pids.length > 0,
      );
      await eventually(
        () => waitingFor(deciding ?? 0),
        (pids) => pids.length > 0,
      );
      await then(deciding ?? 0);
      return { decided };
    });
  }

  it('resumes its call, which is made after the decision is committed and not before', async () => {
    const { agent, run, requests } = await startScene(world, tenant, [post(`${receiver.url}/half-made`)]);
    const [request] = requests;
    const { decided } = await halfMade(
      request,
      () => agent.approve(request.id),
      async () => {
        expect(listReceived('/half-made')).toEqual([]);
        expect(await agent.read(run.id)).toMatchObject({ status: 'waiting_for_human', completed: null });
      },
    );
    expect(await decided).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/half-made')).toHaveLength(1);
  });

  it('that fails leaves its call waiting for the next one', async () => {
    const { agent, run, requests } = await startScene(world, tenant, [post(`${receiver.url}/undone`)]);
    const [request] = requests;
    const { decided } = await halfMade(
      request,
      () => agent.approve(request.id),
      (pid) => sql`select pg_terminate_backend(${pid})`.execute(world.db),
    );
    expect(await decided).toMatchObject({ status: 503 });
    expect(await agent.read(run.id)).toMatchObject({ status: 'waiting_for_human', completed: null });
    expect(await agent.requests(run.id)).toMatchObject([{ status: 'pending', decisions: [] }]);
    expect(listReceived('/undone')).toEqual([]);
    expect(await agent.reject(request.id)).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/undone')).toEqual([]);
  });
});

describe('a rejection that ends the run', () => {
  it('cancels undecided sibling calls, and rejects decisions on them', async () => {
    const policy = rule({ on_reject: 'fail' });
    const { agent, run, requests } = await startScene(
      world,
      tenant,
      [sum('1+1'), sum('2+2'), post(`${receiver.url}/sib`)],
      {
        policy,
      },
    );
    await agent.reject(requests[1].id);
    expect((await agent.resume(requests[1].id)).body).toMatchObject({ status: 'failed', is_error: true });
    const read = await agent.read(run.id);
    expect(read.approval_requests.map((request: { status: string }) => request.status)).toEqual([
      'cancelled',
      'rejected',
      'cancelled',
    ]);
    expect(getReason(await agent.approve(requests[2].id))).toBe('APPROVAL_REQUEST_NOT_PENDING');
    expect(listReceived('/sib')).toEqual([]);
  });
});

describe('a session', () => {
  it('and its runs keep their revision: a newly activated one never affects them', async () => {
    const { agent, run, requests } = await startScene(world, tenant, [sum('1+1')]);
    const first = run.task_agent_revision_id;
    const changed = await tenant.owner.post(agent.path, { instruction: 'Other.', approval_policy: ALWAYS });
    const second = changed.body.revisions[0].id;
    await tenant.owner.post(agent.path, { active_revision_id: second });
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ task_agent_revision_id: first });
    const next = await agent.run('hello', { session_id: run.session_id });
    expect(next).toMatchObject({ task_agent_revision_id: first, session_id: run.session_id });
    expect(await agent.run('hello')).toMatchObject({ task_agent_revision_id: second });
  });
});
