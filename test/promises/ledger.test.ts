import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookEntry } from '../../src/usage/book-entry.ts';
import { chargeEmbedding, reserveEmbedding } from '../../src/usage/embedding.ts';
import { chargeCall, releaseCredits, reserveCredits } from '../../src/usage/reservations.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { runCommand } from '../support/commands.ts';
import { getCreditAccount, listLedgerDifferences, setCredits } from '../support/credits.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };
const NOTHING = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

function listEntries(orgId: string) {
  return world.db.selectFrom('credit_entries').selectAll().where('org_id', '=', orgId).orderBy('id').execute();
}

/** A payer that is no run. */
const toPayer = ({ orgId, projectId }: Tenant) => ({
  orgId,
  projectId,
  cause: { type: 'query', id: randomUUID(), table: null },
  of: [],
});

/** Reserves credits for a call. Returns the functions that end it. */
async function reserve(tenant: Tenant, amount: string) {
  const payer = toPayer(tenant);
  const callId = randomUUID();
  const guess = { inputTokens: 1, outputTokens: 0, credits: amount };
  await reserveCredits(world.db, { payer, least: amount, most: amount, callId, guess });
  return {
    settle: (credits: string) => chargeCall(world.db, { table: null, callId }, { ...NOTHING, credits }, false),
    release: () => releaseCredits(world.db, null, payer.cause.id),
  };
}

describe('the ledger of credits', () => {
  it('records every movement of a run with its cause, in legs that sum to zero', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const { message } = await play(world, [{ text: 'Done.', usage: DEAR }]);
    const { body: run } = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: message },
    });
    expect(run).toMatchObject({ is_error: false, charged_credits: '0.201' });
    const [grant, reservation, settlement, ...more] = await listEntries(tenant.orgId);
    expect(more).toEqual([]);
    expect(grant).toMatchObject({ kind: 'grant', available: '1000', granted: '-1000', cause_type: 'new_organization' });
    const cause = { cause_type: 'task_run', cause_id: run.id, project_id: tenant.projectId };
    expect(reservation).toMatchObject({ kind: 'reservation', ...cause, spent: '0', call_id: expect.any(String) });
    expect(Number(reservation?.reserved)).toBe(-Number(reservation?.available));
    expect(settlement).toMatchObject({
      kind: 'settlement',
      ...cause,
      spent: '0.201',
      reserved: `-${reservation?.reserved}`,
      call_id: reservation?.call_id,
    });
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '999.799', reserved: '0' });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('has no entries for a free model', async () => {
    const tenant = await world.tenant();
    const { message } = await play(world, [{ text: 'Free.' }]);
    const agent = await makeAgent(tenant, { llm_model_id: 'fallback' });
    expect(await agent.run(message)).toMatchObject({ status: 'completed', output: 'Free.', charged_credits: '0' });
    expect(await listEntries(tenant.orgId)).toHaveLength(1);
  });

  it('lets exactly as many of fifty concurrent runs reach the provider as there are credits for', async () => {
    const tenant = await world.tenant();
    await setCredits(world, tenant.orgId, '80');
    const task = await makeTask(tenant, { llm_model_id: 'painter', output_modality: 'image' });
    const { key, message } = await play(world, [{}]);
    const start = () => tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } });
    const answers = await Promise.all(Array.from({ length: 50 }, start));
    const reasonOf = ({ status, body }: { status: number; body: Json }) =>
      status === 402 ? body.detail.reason : (body.error?.reason ?? 'made');
    const reasons = answers.map(reasonOf);
    expect(reasons.filter((reason) => reason === 'made')).toHaveLength(20);
    expect(reasons.filter((reason) => reason === 'INSUFFICIENT_CREDITS')).toHaveLength(30);
    expect(await world.model.requests(key)).toHaveLength(20);
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '0', reserved: '0' });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('is consistent however calls end, concurrently and repeatedly, to the smallest amount', async () => {
    const tenant = await world.tenant();
    const least = '0.0000000001';
    await setCredits(world, tenant.orgId, `5.${'0'.repeat(9)}3`);
    const calls = await Promise.all(Array.from({ length: 5 }, () => reserve(tenant, '1')));
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '5.0000000003', reserved: '5' });
    await expect(reserve(tenant, '1')).rejects.toBeInstanceOf(CreditShortage);
    const [settled, lost, both, free, dear] = calls;
    await Promise.all([settled?.settle(least), settled?.settle(least), lost?.release(), lost?.release()]);
    await Promise.all([both?.settle(least), both?.release(), free?.settle('0'), dear?.settle('1.0000000001')]);
    const { credits, reserved } = await getCreditAccount(world, tenant.orgId);
    expect(reserved).toBe('0');
    // For the call that was settled and released concurrently, either can be first.
    expect(['3', '2.0000000001']).toContain(credits);
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('reserves the maximum cost of vectors before they are created, and charges them once', async () => {
    const tenant = await world.tenant();
    await setCredits(world, tenant.orgId, '15');
    const payer = { ...toPayer(tenant), exclusions: [] };
    const model = { input_price: '1000000' };
    const callId = await reserveEmbedding(world.db, payer, model, ['a'.repeat(30)]);
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '15', reserved: '10' });
    await expect(reserveEmbedding(world.db, payer, model, ['a'.repeat(30)])).rejects.toBeInstanceOf(CreditShortage);
    const cost = { inputTokens: 7, estimated: false, credits: '7', callId };
    await Promise.all([chargeEmbedding(world.db, payer, cost), chargeEmbedding(world.db, payer, cost)]);
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '8', reserved: '0' });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('records a grant once by its reference, refunds no more than was charged, and withdraws no more than there is', async () => {
    const tenant = await world.tenant();
    const { orgId } = tenant;
    const book = (booking: object) =>
      world.db
        .transaction()
        .execute((trx) =>
          bookEntry(trx, { kind: 'grant', orgId, amount: '5', cause: { type: 'operator', id: null }, ...booking }),
        );
    const twice = await Promise.all([book({ reference: 'inv-1' }), book({ reference: 'inv-1' })]);
    expect(twice.filter(({ booked }) => booked)).toHaveLength(1);
    await expect(book({ reference: 'inv-1', amount: '6' })).rejects.toMatchObject({
      reason: 'CREDIT_REFERENCE_ALREADY_EXISTS',
    });
    await expect(book({ kind: 'adjustment', amount: '-1005.0000000001' })).rejects.toMatchObject({
      reason: 'CREDITS_NOT_AVAILABLE',
    });
    const call = await reserve(tenant, '4');
    await call.settle('3');
    const [charged] = (await listEntries(orgId)).filter(({ kind }) => kind === 'settlement');
    const refund = { kind: 'refund', amount: '2', cause: { type: 'query', id: charged?.cause_id ?? null } };
    const refunds = await Promise.allSettled([book(refund), book(refund)]);
    expect(refunds.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await getCreditAccount(world, orgId)).toEqual({ credits: '1004', reserved: '0' });
    expect(await listLedgerDifferences(world, orgId)).toEqual([]);
  });

  it('is immutable, and rejects entries whose legs do not sum to zero', async () => {
    const tenant = await world.tenant();
    const { orgId } = tenant;
    const change = sql`update credit_entries set note = 'other' where org_id = ${orgId}`.execute(world.db);
    await expect(change).rejects.toThrow('never changed');
    const remove = sql`delete from credit_entries where org_id = ${orgId}`.execute(world.db);
    await expect(remove).rejects.toThrow('never changed');
    const odd = sql`insert into credit_entries (id, org_id, kind, available, granted, cause_type)
      values (${randomUUID()}, ${orgId}, 'grant', 1, 0, 'operator')`.execute(world.db);
    await expect(odd).rejects.toThrow('credit_entries_balanced');
  });

  it('is checked, and credits granted, by a command, which exits with 1 on a difference', async () => {
    const { orgId } = await world.tenant();
    const credits = (...args: string[]) =>
      runCommand('scripts/credits.ts', args, { DATABASE_URL: world.stack.databaseUrl });
    const given = await credits('grant', orgId, '12.5', '--note', 'thanks', '--reference', 'g1');
    expect(given).toMatchObject({ code: 0, stdout: expect.stringMatching(/^booked: grant 12\.5 /) });
    expect(await credits('check', orgId)).toMatchObject({ code: 0 });
    for (const args of [['grant', orgId, '-1'], ['grant', orgId, '0'], ['adjust', orgId, '1e9'], ['steal']])
      expect(await credits(...args)).toMatchObject({ code: 1, stdout: expect.stringContaining('Usage: ') });
    await sql`update organization_accounts set credits = credits + 1 where org_id = ${orgId}`.execute(world.db);
    expect(await credits('check', orgId)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`organization ${orgId}, credits: 1013.5, the ledger says 1012.5`),
    });
  });
});
