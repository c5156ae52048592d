import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeAgent, makeTask } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { Stack } from '../support/stack.ts';

let smtp: MailServer;
let stack: Stack;
let world: World;
let tenant: Tenant;

beforeAll(async () => {
  smtp = await startMailServer();
  const settings = { SMTP_URL: smtp.url, RECONCILE_SECONDS: '1', LOW_CREDITS: '50', TRIAL_END_STOPS_RUNS: 'true' };
  stack = await Stack.create(inject('servers'), 'account', settings);
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
});

const credits = (left: string, { orgId }: Tenant = tenant) =>
  sql`update organization_accounts set credits = ${left}::numeric where org_id = ${orgId}`.execute(world.db);

it('an organization that asked for it gets one mail when its credits run low, and another after they were filled up', async () => {
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

/** Waits for a whole round of the reconciler after what was done before: one that mails this address. */
async function smtpRound(of: Tenant, address: string): Promise<void> {
  await of.owner.post(`/org/${of.orgId}`, { contact_email: address });
  await sql`update organization_accounts set alerted_at = null where org_id = ${of.orgId}`.execute(world.db);
  await smtp.to(address);
}

it('no run begins once the trial is over, where the settings say so; one on a plan goes on', async () => {
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
        message: "the organization's trial has ended",
        trialEndedError: { organization_id: own.orgId },
      },
    ]);
  }
  const { rows } = await sql`select id from task_runs where task_id = ${task.id}`.execute(world.db);
  expect(rows).toHaveLength(1);
  await set(`plan = 'teams'`);
  expect((await runs()).map((answer) => answer.status)).toEqual([200, 200]);
});
