import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { inviteWorkflow } from '../../../src/organizations/contract.ts';
import { sha256 } from '../../../src/platform/digest.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { makeForwarder } from '../../support/forwarders.ts';
import { historyToJson } from '../../support/histories.ts';
import { getInviteCode, type MailServer, startMailServer, waitForStoredMails } from '../../support/mail-server.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let smtp: MailServer;
let temporal: TemporalClient;
let worker: ProductProcess;

beforeAll(async () => {
  smtp = await startMailServer();
  const settings = { SMTP_URL: smtp.url, INVITE_REMINDER: 'PT2S', INVITE_LIFETIME: 'PT1H', RECONCILE_SECONDS: '2' };
  stack = await Stack.create(inject('servers'), 'invites', { ...WITHOUT_INGESTION, ...settings });
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  const connection = await Connection.connect({ address: stack.info.temporalAddress });
  temporal = new TemporalClient({ connection, namespace: stack.info.namespace });
});
afterAll(async () => {
  await stack.stop();
  await temporal.connection.close();
  await smtp.stop();
  await world.close();
});

const address = (what = 'x') => `${what}-${randomUUID()}@example.com`;
const getInviteWorkflow = (id: string) => temporal.workflow.getHandle(inviteWorkflow(id).id);

/** Notifications of an invite, oldest first. */
async function readNotifications(id: string) {
  const { rows } = await sql<{ state: string; attempts: number; due_at: Date; last_error: string | null }>`
    select state, attempts, due_at, last_error from notifications where data ->> 'invite_id' = ${id} order by id`.execute(
    world.db,
  );
  return rows;
}

/** The invites client of an API process, by default the first one. */
async function createInvite(email: string, base = stack.info.baseUrl): Promise<Json> {
  const owner = new Client(base, tenant.key);
  const answer = await owner.post(`/org/${tenant.orgId}/invite`, { email_address: email });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Returns an invite from the list. */
async function readInvite(id: string): Promise<Json> {
  const { body } = await tenant.owner.get(`/org/${tenant.orgId}/invite?show=all`);
  return body.results.find((row: Json) => row.id === id);
}
const until = (id: string, fits: (row: Json) => boolean) => eventually(() => readInvite(id), fits);

/** An API process with its own settings over the same database. */
async function startApiWithSettings(
  settings: Record<string, string>,
): Promise<{ base: string; stop(): Promise<void> }> {
  const port = await findFreePort();
  const api = await stack.startApi(port, settings);
  return { base: `http://127.0.0.1:${port}`, stop: () => api.stop() };
}

describe('a forwarder that mails runs', () => {
  it('mails all other recipients once if the mail server rejects one address, permanently or temporarily', async () => {
    const [bounce, busy] = [address('bounce'), address('busy')];
    const [one, two] = [address('one'), address('two')];
    const mailsTo = (who: string) => smtp.mails.filter(({ to }) => to === who);
    const lost = await makeForwarder(tenant, 'email', { to: [bounce, one] });
    const ended = await lost.delivery((await lost.run()).id);
    const refused = { outcome: 'failed', reason: expect.stringContaining(bounce) };
    expect(ended).toMatchObject({ status: 'failed', attempts: [refused] });
    expect(mailsTo(one)).toHaveLength(1);
    const late = await makeForwarder(tenant, 'email', { to: [busy, two] });
    const { id } = await late.run();
    const failed = ({ attempts }: Json) => attempts.filter(({ outcome }: Json) => outcome === 'failed').length;
    const tried = await late.delivery(id, (delivery) => failed(delivery) > 1);
    expect(tried).toMatchObject({ status: 'pending', reason: expect.stringContaining(busy) });
    expect(smtp.refused.filter((who) => who === busy).length).toBeGreaterThan(1);
    // Without it no recipient is left.
    expect(await tenant.owner.post(late.path, { config: { to: [two] } })).toMatchObject({ status: 200 });
    expect(await late.delivery(id)).toMatchObject({ status: 'delivered' });
    expect([mailsTo(one).length, mailsTo(two).length]).toEqual([1, 1]);
  });
});

describe('the mail of an invite', { concurrent: true }, () => {
  it('names inviter, organization and link in text and HTML, and escapes user input', async () => {
    const name = `Ben & <i>Jerry</i> ${randomUUID()}`;
    await tenant.owner.post(`/org/${tenant.orgId}`, { name });
    const email = address();
    const { id } = await createInvite(email);
    const [mail] = await smtp.to(email);
    const [head = '', plain = '', rich = ''] = (mail?.text ?? '').split(/Content-Type: text\//);
    expect(head).toContain(`Subject: You are invited to ${name}`);
    expect(plain).toMatch(/^plain/);
    expect(plain).toContain(`Owner invited you to ${name} on Holdfast.`);
    expect(rich).toMatch(/^html/);
    expect(rich).toContain('Ben &amp; &lt;i&gt;Jerry&lt;/i&gt;');
    expect(rich).not.toContain('<i>');
    const code = getInviteCode(plain);
    expect(plain).toContain(
      `http://localhost:${new URL(stack.info.baseUrl).port}/auth/invite?org=${tenant.orgId}&code=${code}`,
    );
    expect(rich).toContain(`org=${tenant.orgId}&amp;code=${code}`);
    const page = await fetch(`${stack.info.baseUrl}/auth/invite?org=${tenant.orgId}&code=${code}`);
    expect([page.status, (await page.text()).includes('Ben &amp; &lt;i&gt;')]).toEqual([200, true]);
    expect((await until(id, (row) => row.sent_at !== null)).delivery_error).toBeNull();
  });

  it('waits while its mailbox is over the hourly limit, says so, and is sent once the limit allows', async () => {
    const email = address();
    const limit = `mail:${sha256(email).toString('base64url')}`;
    await sql`insert into rate_limits values (${limit}, now() + interval '1 hour')`.execute(world.db);
    const { id } = await createInvite(email.replace('@', '+work@'));
    const waiting = await until(id, (row) => row.delivery_error !== null);
    expect([waiting.delivery_error, waiting.sent_at]).toEqual([expect.stringContaining('too many mails'), null]);
    await sql`delete from rate_limits where credential = ${limit}`.execute(world.db);
    await tenant.owner.post(`/org/${tenant.orgId}/invite/${id}/resend`);
    expect((await until(id, (row) => row.sent_at !== null)).delivery_error).toBeNull();
    const mails = await smtp.to(email.replace('@', '+work@'));
    expect(mails.filter(({ text }) => !text.includes('Subject: Reminder'))).toHaveLength(1);
  });

  it('does not count against the mailbox limit if the mail server rejected it', async () => {
    const email = address('busy');
    const { id } = await createInvite(email);
    await until(id, (row) => row.delivery_error !== null);
    const limit = sql<{ spent: boolean }>`select full_at > now() as spent from rate_limits
      where credential = ${`mail:${sha256(email).toString('base64url')}`}`;
    // Each attempt reserves a mail and releases it.
    await eventually(
      () => limit.execute(world.db),
      ({ rows }) => rows[0]?.spent === false,
    );
    await tenant.owner.delete(`/org/${tenant.orgId}/invite/${id}`);
  });

  it('is the only place with the code: no table, log or workflow history contains it', async () => {
    const email = address();
    const { id } = await createInvite(email);
    const code = getInviteCode((await smtp.to(email))[0]?.text ?? '');
    const guest = await tenant.member({});
    const joined = await guest.post(`/org/${tenant.orgId}/join`, { code });
    expect(joined.status).toBe(200);
    await getInviteWorkflow(id).result();
    const history = historyToJson(await getInviteWorkflow(id).fetchHistory());
    const plain = history.replace(/"data":\s*"([^"]*)"/g, (_, data: string) => Buffer.from(data, 'base64').toString());
    expect(plain).toContain(id);
    expect(plain).not.toContain(email);
    const logs = readdirSync(stack.info.dataDir).filter((name) => name.endsWith('.log'));
    const texts = [plain, ...logs.map((name) => readFileSync(join(stack.info.dataDir, name), 'utf8'))];
    expect(texts.filter((text) => text.includes(code))).toEqual([]);
    const { rows } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
    const found: string[] = [];
    for (const { name } of rows) {
      const hits = await sql`select from ${sql.raw(name)} t where t::text like ${`%${code}%`} limit 1`.execute(
        world.db,
      );
      if (hits.rows.length > 0) found.push(name);
    }
    expect([rows.length > 10, found]).toEqual([true, []]);
  });

  it('is followed by exactly one reminder with the same link', async () => {
    const email = address();
    const { id } = await createInvite(email);
    const mails = await smtp.to(email, 2);
    expect(mails[1]?.text).toContain('Subject: Reminder: your invitation to');
    expect(getInviteCode(mails[1]?.text ?? '')).toBe(getInviteCode(mails[0]?.text ?? ''));
    const row = await until(id, (invite) => invite.reminded_at !== null);
    expect(Date.parse(row.reminded_at) - Date.parse(row.sent_at)).toBeGreaterThanOrEqual(2000);
    expect((await readNotifications(id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    // Only the expiry is left, an hour from now.
    const timers = async () => {
      const { events } = await getInviteWorkflow(id).fetchHistory();
      return (events ?? []).map((event) => Number(event.timerStartedEventAttributes?.startToFireTimeout?.seconds ?? 0));
    };
    await eventually(timers, (list) => list.some((seconds) => seconds > 3000));
    expect(mails).toHaveLength(2);
  });

  it('is not followed by a reminder once a user with that address is a member', async () => {
    const guest = await tenant.member({ org: 'viewer' });
    const email = address();
    // It counts as sent, and the reminder is scheduled, only once the address is a member's.
    const held = smtp.hold(email);
    const { id } = await createInvite(email);
    await held.arrived;
    await world.db.updateTable('users').set({ email }).where('id', '=', guest.userId).execute();
    held.letThrough();
    const row = () => world.db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    // The step after the reminder is the expiry.
    const next = async () => (await row()).next_step_at.getTime() - Date.now();
    await eventually(next, (ms) => ms > 3_000_000);
    expect(await readNotifications(id)).toMatchObject([{ state: 'sent' }]);
    const settled = await row();
    expect([settled.status, settled.sent_at, settled.reminded_at]).toEqual(['pending', expect.any(Date), null]);
    expect(await smtp.to(email)).toHaveLength(1);
  });

  it('is sent again if that is requested while it is being sent', async () => {
    const email = address();
    const held = smtp.hold(email);
    const { id } = await createInvite(email);
    await held.arrived;
    const again = await tenant.owner.post(`/org/${tenant.orgId}/invite/${id}/resend`);
    expect(again.body).toMatchObject({ id, sent_at: null });
    held.letThrough();
    const [first, second] = await smtp.to(email, 2);
    expect(getInviteCode(second?.text ?? '')).toBe(getInviteCode(first?.text ?? ''));
    await until(id, (row) => row.sent_at !== null);
  });

  it('is written to a file and to the log if no mail server is configured', async () => {
    const { dataDir } = inject('stack');
    const other = openWorld();
    try {
      const own = await other.tenant();
      const email = address();
      await own.owner.post(`/org/${own.orgId}/invite`, { email_address: email });
      const [mail = ''] = await waitForStoredMails(dataDir, email);
      const link = `/auth/invite?org=${own.orgId}&code=${getInviteCode(mail)}`;
      const log = async () => readFileSync(join(dataDir, 'worker.log'), 'utf8');
      await eventually(log, (text) => text.includes(link));
    } finally {
      await other.close();
    }
  });
});

describe('an unanswered invite', { concurrent: true }, () => {
  it('expires automatically and is open again after it is mailed again', async () => {
    const email = address();
    const held = smtp.hold(email);
    const { id } = await createInvite(email);
    await held.arrived;
    await sql`update invites set expires_at = now() where id = ${id}`.execute(world.db);
    held.letThrough();
    const read = () => world.db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const row = await eventually(read, ({ status }) => status === 'expired');
    expect([row.status, row.reminded_at]).toEqual(['expired', null]);
    const code = getInviteCode((await smtp.to(email))[0]?.text ?? '');
    const guest = await tenant.member({});
    expect((await guest.post(`/org/${tenant.orgId}/join`, { code })).status).toBe(404);
    expect((await tenant.owner.post(`/org/${tenant.orgId}/invite/${id}/resend`)).status).toBe(200);
    await smtp.to(email, 2);
    expect((await guest.post(`/org/${tenant.orgId}/join`, { code })).status).toBe(200);
  });

  it('ends its workflow when it is withdrawn, and gets no reminder', async () => {
    const email = address();
    const { id } = await createInvite(email);
    await until(id, (row) => row.sent_at !== null);
    expect((await tenant.owner.delete(`/org/${tenant.orgId}/invite/${id}`)).status).toBe(204);
    await getInviteWorkflow(id).result();
    expect(await readNotifications(id)).toHaveLength(1);
    expect(await smtp.to(email)).toHaveLength(1);
    expect(await readInvite(id)).toBeUndefined();
  });
});

describe('an invite whose mail is rejected', () => {
  it('permanently says so, is not retried automatically, and stays open', async () => {
    const { id } = await createInvite(address('bounce'));
    const row = await until(id, (invite) => invite.delivery_error !== null);
    expect(row).toMatchObject({
      status: 'pending',
      sent_at: null,
      delivery_error: 'the mail server refused the mail (550)',
    });
    expect(await readNotifications(id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    expect(smtp.refused.filter((to) => to === row.email_address)).toHaveLength(1);
  });

  it('temporarily, or because the server is down, says so, is retried and arrives', async () => {
    const busy = await createInvite(address('busy'));
    expect((await until(busy.id, (row) => row.delivery_error !== null)).delivery_error).toContain('(450)');
    await smtp.stop();
    const [patient, hurried] = [address(), address()];
    const [first, second] = [await createInvite(patient), await createInvite(hurried)];
    for (const { id } of [first, second]) {
      const row = await until(id, (invite) => invite.delivery_error !== null);
      expect([row.status, row.sent_at]).toEqual(['pending', null]);
      expect(row.delivery_error).toMatch(/could not be reached/);
    }
    await smtp.start();
    expect((await tenant.owner.post(`/org/${tenant.orgId}/invite/${second.id}/resend`)).status).toBe(200);
    await smtp.to(hurried);
    await smtp.to(patient);
    for (const { id } of [first, second]) {
      const row = await until(id, (invite) => invite.sent_at !== null);
      expect(row.delivery_error).toBeNull();
    }
  });
});

describe('an invite is not lost', () => {
  it('when its worker dies while sending: it is sent again under the same Message-ID, and its row says so', async () => {
    const email = address();
    const held = smtp.hold(email);
    const { id } = await createInvite(email);
    await held.arrived;
    await worker.kill();
    held.letThrough();
    expect(await readNotifications(id)).toMatchObject([{ state: 'sending', attempts: 1, last_error: null }]);
    await sql`update notifications set due_at = now() where data ->> 'invite_id' = ${id}`.execute(world.db);
    worker = stack.startWorker();
    const mails = await smtp.to(email, 2);
    expect(new Set(mails.map(({ text }) => /Message-ID: (\S+)/.exec(text)?.[1])).size).toBe(1);
    await until(id, (row) => row.sent_at !== null);
    const [first] = await readNotifications(id);
    expect(first).toMatchObject({ state: 'sent', attempts: 2, last_error: 'attempt 1 ended without a result' });
  });

  it('when no worker is running', async () => {
    await worker.kill();
    const email = address();
    const { id } = await createInvite(email);
    expect((await readInvite(id)).sent_at).toBeNull();
    worker = stack.startWorker();
    await smtp.to(email);
    await until(id, (row) => row.sent_at !== null);
  });

  it('when Temporal is down while it is created or mailed again', async () => {
    const api = await startApiWithSettings({ TEMPORAL_ADDRESS: '127.0.0.1:9' });
    const email = address();
    try {
      const { id } = await createInvite(email, api.base);
      await smtp.to(email);
      await until(id, (row) => row.reminded_at !== null);
      const far = new Client(api.base, tenant.key);
      expect((await far.post(`/org/${tenant.orgId}/invite/${id}/resend`)).status).toBe(200);
      await smtp.to(email, 3);
      await until(id, (row) => row.sent_at !== null);
    } finally {
      await api.stop();
    }
  });
});
