import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { setCredits } from '../../support/credits.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { Receiver } from '../../support/receiver.ts';
import { Stack } from '../../support/stack.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let smtp: MailServer;
let receiver: Receiver;
let stack: Stack;
let world: World;
let tenant: Tenant;

beforeAll(async () => {
  smtp = await startMailServer();
  receiver = await Receiver.open();
  const settings = { SMTP_URL: smtp.url, RECONCILE_SECONDS: '2', LOW_CREDITS: '50', TRIAL_END_STOPS_RUNS: 'true' };
  const billing = {
    BILLING_WEBHOOK_URL: receiver.url('/billing'),
    BILLING_WEBHOOK_SECRET: SECRET,
    USAGE_BASED_CREDITS: '8',
  };
  stack = await Stack.create(inject('servers'), 'account', { ...settings, ...billing });
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
});
afterAll(async () => {
  await world.close();
  await stack.stop();
  await smtp.stop();
  receiver.close();
});

const credits = (left: string, { orgId }: Tenant = tenant) =>
  sql`update organization_accounts set credits = ${left}::numeric where org_id = ${orgId}`.execute(world.db);

it('an organization that enabled it gets one mail when its credits run low, and another after a top-up', async () => {
  const address = 'accounts@low.example';
  const silent = await world.tenant();
  await silent.owner.post(`/org/${silent.orgId}`, { contact_email: 'silent@low.example' });
  await credits('10', silent);
  await tenant.owner.post(`/org/${tenant.orgId}`, { contact_email: address, low_credit_alerts: true });
  await credits('50');
  const other = await world.tenant();
  await other.owner.post(`/org/${other.orgId}`, { contact_email: 'other@low.example', low_credit_alerts: true });
  await credits('49.5', other);
  const [mail] = await smtp.to('other@low.example');
  expect(mail?.text).toContain('49.5 credits left');
  await credits('7');
  await smtp.to(address);
  await credits('500');
  await smtpRound(other, 'again@low.example');
  await credits('6');
  const [first, second] = await smtp.to(address, 2);
  expect([first?.text.includes('7 credits left'), second?.text.includes('6 credits left')]).toEqual([true, true]);
  await smtpRound(other, 'last@low.example');
  expect(smtp.mails.map((sent) => sent.to).toSorted()).toEqual(
    [address, address, 'again@low.example', 'last@low.example', 'other@low.example'].toSorted(),
  );
});

/** Waits for a complete maintenance cycle that mails this address. */
async function smtpRound(of: Tenant, address: string): Promise<void> {
  await of.owner.post(`/org/${of.orgId}`, { contact_email: address });
  await sql`update organization_accounts set alerted_at = null where org_id = ${of.orgId}`.execute(world.db);
  await smtp.to(address);
}

it('no run starts after the trial ends if the settings say so, except in an organization on a plan', async () => {
  const own = await world.tenant();
  const [task, agent] = [await makeTask(own), await makeAgent(own)];
  const runs = () =>
    Promise.all([
      own.owner.post(`${own.project}/task/${task.id}/run`, { task_input: { text: 'x' } }),
      own.owner.post(`${agent.path}/run`, { message: 'Hello.' }),
    ]);
  const set = (values: string) =>
    sql.raw(`update organizations set ${values} where id = '${own.orgId}'`).execute(world.db);
  expect((await runs()).map((answer) => answer.status)).toEqual([200, 200]);
  await set(`trial_ends_at = now() - interval '1 second'`);
  for (const answer of await runs()) {
    expect([answer.status, answer.body.detail]).toEqual([
      402,
      {
        reason: 'TRIAL_ENDED',
        message: "the organization's trial has ended; choose a plan",
        trialEndedError: { organization_id: own.orgId },
      },
    ]);
  }
  const { rows } = await sql`select id from task_runs where task_id = ${task.id}`.execute(world.db);
  expect(rows).toHaveLength(1);
  await set(`plan = 'teams'`);
  expect((await runs()).map((answer) => answer.status)).toEqual([200, 200]);
});

it('an organization is put on a plan by administrators only, which ends its trial', async () => {
  const own = await world.tenant();
  const at = `/org/${own.orgId}`;
  const task = await makeTask(own);
  const run = () => own.owner.post(`${own.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
  const ended = { trial_ends_at: '2020-01-01T00:00:00Z' };
  const set = (await own.owner.post(at, ended)).body;
  expect([set.plan, new Date(set.trial_ends_at).getTime()]).toEqual(['trial', Date.parse(ended.trial_ends_at)]);
  expect(await run()).toMatchObject({ status: 402, body: { detail: { reason: 'TRIAL_ENDED' } } });
  const plan = { plan: 'teams', plan_status: 'active', plan_interval: 'monthly' };
  const editor = await own.member({ org: 'owner' });
  const refused = await editor.post(at, plan);
  expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(['plan', 'plan_interval']);
  expect((await own.owner.post(at, plan)).body).toMatchObject(plan);
  expect((await run()).status).toBe(200);
  const { body: whole } = await editor.get(at);
  expect((await editor.post(at, whole)).status).toBe(200);
});

it('an organization with usage-based pricing can owe up to the configured limit', async () => {
  const own = await world.tenant();
  const at = `/org/${own.orgId}`;
  const task = await makeTask(own, { llm_model_id: 'painter', output_modality: 'image' });
  const { key, message } = await play(world, [{}]);
  const run = () => own.owner.post(`${own.project}/task/${task.id}/run`, { task_input: { text: message } });
  await setCredits(world, own.orgId, '0');
  expect((await run()).status).toBe(402);
  expect((await own.owner.post(at, { usage_based_pricing_enabled: true })).body).toMatchObject({
    usage_based_pricing_enabled: true,
  });
  const answers = await Promise.all(Array.from({ length: 4 }, run));
  expect(answers.filter(({ status, body }) => status === 200 && !body.is_error)).toHaveLength(2);
  expect(await world.model.requests(key)).toHaveLength(2);
  expect((await own.owner.get(at)).body.account.credits).toBe(-8);
  await own.owner.post(at, { usage_based_pricing_enabled: false });
  expect((await run()).status).toBe(402);
});

it('an organization requests credits once each time that it falls below its threshold, and receives them once', async () => {
  const own = await world.tenant();
  const at = `/org/${own.orgId}`;
  const mine = () => receiver.messages.filter(({ body }) => body.data.org_id === own.orgId);
  for (const auto_topup_config of [
    { enabled: true },
    { enabled: true, threshold: '0', amount: '5' },
    { enabled: 'yes' },
  ])
    expect((await own.owner.post(at, { auto_topup_config })).status).toBe(422);
  receiver.answers.set('/billing', [{ status: 500 }, {}]);
  const auto_topup_config = { enabled: true, threshold: '40', amount: 25.5 };
  const set = await own.owner.post(at, { auto_topup_config });
  expect(set.body.auto_topup_config).toEqual({ enabled: true, threshold: '40', amount: '25.5' });
  await setCredits(world, own.orgId, '39.5');
  const [failed, redelivered] = await eventually(
    async () => mine(),
    (found) => found.length > 1,
  );
  if (!failed || !redelivered) throw new Error('no delivery');
  expect(redelivered.headers['webhook-id']).toBe(failed.headers['webhook-id']);
  const sent = new Webhook(SECRET).verify(redelivered.text, redelivered.headers) as Json;
  expect(sent).toMatchObject({ type: 'credits.top_up_requested', data: { amount: '25.5', credits: '39.5' } });
  const body = { kind: 'top_up', amount: '25.5', cause_id: sent.data.top_up_id };
  const [first, second] = await Promise.all([1, 2].map(() => own.owner.post(`${at}/credit_entry`, body)));
  expect([first?.status, second?.body.id]).toEqual([200, first?.body.id]);
  const stranger = await world.tenant();
  expect((await own.owner.post(`/org/${stranger.orgId}/credit_entry`, body)).status).toBe(404);
  expect((await own.owner.get(at)).body.account.credits).toBe(65);
  // Its balance rose above the threshold in between, so that it requests credits again.
  await eventually(
    () =>
      sql<{ n: null }>`select topup_asked_at as n from organization_accounts where org_id = ${own.orgId}`.execute(
        world.db,
      ),
    ({ rows }) => rows[0]?.n === null,
  );
  await setCredits(world, own.orgId, '1');
  const again = await eventually(
    async () => mine(),
    (found) => found.length > 2,
  );
  expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  expect(again).toHaveLength(3);
});
