import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActivityContext } from '../../activities/context.ts';
import { collectNotifications } from '../../activities/notifications/module.ts';
import { type Client, eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson } from '../support/identity.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import { startScene } from '../support/scene.ts';

/** Call arguments, which no mail may contain. */
const SECRET = '40000+2';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(async () => {
  await world.close();
});

const addressOf = async (client: Client): Promise<string> => (await client.get('/whoami')).body.email;
const mailsTo = async (address: string) => waitForStoredMails(world.stack.dataDir, address, 0);

/** Collects waiting requests now, as each worker does per maintenance cycle. The worker delivers the mails. */
const notifyDue = () =>
  collectNotifications({
    db: world.db,
    log: SILENT,
    config: { lowCreditThreshold: '0' },
  } as unknown as ActivityContext);

/** A request that has waited for a while. */
async function waiting(tenant: Tenant): Promise<{ id: string; name: string }> {
  const { agent, requests } = await startScene(world, tenant, [
    { name: 'calculator', arguments: { expression: SECRET } },
  ]);
  await sql`update approval_requests set created = now() - interval '2 minutes' where id = ${requests[0].id}`.execute(
    world.db,
  );
  return { id: requests[0].id, name: agent.record.name };
}

/** The request mails to an address, once there are this many. */
const requestMails = (address: string, many: number) =>
  eventually(
    async () => {
      await notifyDue();
      return (await mailsTo(address)).filter((text) => text.includes('/approvals'));
    },
    (found) => found.length >= many,
  );

it('an approval mail goes to those who may decide, once for all waiting requests, without call arguments', async () => {
  const tenant = await world.tenant();
  const [editor, viewer] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'viewer' })];
  const { id } = await waiting(tenant);
  const [mail = ''] = await requestMails(await addressOf(editor), 1);
  for (const part of ['calculator', '/settings/notifications', `/approvals/${id}`]) expect(mail).toContain(part);
  expect(mail).not.toContain(SECRET);
  await requestMails(await addressOf(tenant.owner), 1);
  expect(await mailsTo(await addressOf(viewer))).toEqual([]);

  // Requests within 15 minutes are collected into one later mail, without those already mailed.
  await waiting(tenant);
  await waiting(tenant);
  await sql`update notifications set ended_at = now() - interval '1 hour' where user_id = ${editor.userId}`.execute(
    world.db,
  );
  const [, next] = await requestMails(await addressOf(editor), 2);
  expect(next).toContain('2 requests are waiting for your decision');
});

it('a mail is not sent to a user who muted it, and is sent again once unmuted', async () => {
  const tenant = await world.tenant();
  const editor = await tenant.member({ project: 'editor' });
  const later = await tenant.member({ project: 'editor' });
  const address = await addressOf(editor);
  const muted = await editor.post('/user', { muted_mails: ['approval_waiting'] });
  expect(muted).toMatchObject({ status: 200, body: { muted_mails: ['approval_waiting'] } });
  expect((await editor.post('/user', { muted_mails: ['sign_in'] })).status).toBe(422);
  await waiting(tenant);
  // Users are notified in order of creation: once this one is, the other would have been too.
  await requestMails(await addressOf(later), 1);
  expect(await mailsTo(address)).toEqual([]);
  await editor.post('/user', { muted_mails: [] });
  await requestMails(address, 1);
});

it('an approval mail leaves out requests that were decided meanwhile', async () => {
  const tenant = await world.tenant();
  const editor = await tenant.member({ project: 'editor' });
  const { agent, requests } = await startScene(world, tenant, [
    { name: 'calculator', arguments: { expression: SECRET } },
  ]);
  expect((await agent.approve(requests[0].id)).status).toBe(200);
  await sql`update approval_requests set created = now() - interval '2 minutes' where id = ${requests[0].id}`.execute(
    world.db,
  );
  const { id } = await waiting(tenant);
  const [mail] = await requestMails(await addressOf(editor), 1);
  expect(mail).toContain(`/approvals/${id}`);
});

it('a mail is written in the language of its recipient', async () => {
  const tenant = await world.tenant();
  const [german, other] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'editor' })];
  expect((await german.get('/user')).body.language).toBeNull();
  expect(await german.post('/user', { language: 'de' })).toMatchObject({ status: 200, body: { language: 'de' } });
  expect((await german.post('/user', { language: 'fr' })).status).toBe(422);
  const { name } = await waiting(tenant);
  const [mail = ''] = await requestMails(await addressOf(german), 1);
  for (const part of [`${name} wartet auf Ihre Entscheidung`, 'Anfrage ansehen', 'lang="de"'])
    expect(mail).toContain(part);
  const [english = ''] = await requestMails(await addressOf(other), 1);
  for (const part of [`${name} is waiting for your decision`, 'Review request', 'lang="en"'])
    expect(english).toContain(part);
});

it('a user’s first sign-in stores the browser’s preferred language; before that, mails use the language of the page', async () => {
  const who = await createPerson(world);
  const { email, password } = who;
  const own = async () =>
    (await world.db.selectFrom('users').selectAll().where('id', '=', who.id).execute())[0]?.language;
  const asked = { 'accept-language': 'de-AT, en;q=0.5' };
  const resets = (many: number) => waitForStoredMails(world.stack.dataDir, email, many);
  expect((await who.browser.post('/identity/request-password-reset', { email }, asked)).status).toBe(200);
  const [asIs = ''] = await resets(1);
  expect(asIs).toContain('Neues Passwort');
  expect(await own()).toBeNull();
  for (const [headers, language] of [
    [{ 'accept-language': '*' }, null],
    [asked, 'de'],
    [{ 'accept-language': 'en' }, 'de'],
  ] as const) {
    expect((await who.browser.post('/identity/sign-in', { email, password }, headers)).status).toBe(200);
    expect(await own()).toBe(language);
  }
  expect(
    (await who.browser.post('/identity/request-password-reset', { email }, { 'accept-language': 'en' })).status,
  ).toBe(200);
  const [, later = ''] = await resets(2);
  expect(later).toContain('Neues Passwort');
});
