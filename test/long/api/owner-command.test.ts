import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { getDevFilePath } from '../../../src/platform/local/dev-file.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { Browser } from '../../support/browser.ts';
import { Client, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runCommand } from '../../support/commands.ts';
import { createPerson, getPublicUrl } from '../../support/identity.ts';
import { createDatabase, MODEL_KEY, PASSWORD_COST, Stack } from '../../support/stack.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const owner = (...args: string[]) =>
  runCommand('scripts/owner.ts', args, {
    DATABASE_URL: world.stack.databaseUrl,
    PASSWORD_COST: String(PASSWORD_COST),
    DATA_DIR: world.stack.dataDir,
  });

it('`npm run owner` issues a new key and password to an owner who lost both, and is audited', async () => {
  const lost = await createPerson(world);
  const end = await owner('--email', lost.email, '--organization', tenant.orgId);
  expect(end).toMatchObject({ code: 0, stderr: '' });
  const given = JSON.parse(end.stdout);
  expect(given).toMatchObject({ email: lost.email, org_id: tenant.orgId, project_id: tenant.projectId });

  const session = await lost.browser.post('/identity/sign-in', { email: given.email, password: given.password });
  expect(session.status).toBe(200);
  const back = new Client(world.stack.baseUrl, given.api_key);
  expect((await back.get(`/org/${tenant.orgId}`)).status).toBe(200);
  const member = await back.get(`/org/${tenant.orgId}/iam/members/user:${lost.id}`);
  expect(member.body).toMatchObject({ roles: ['owner'] });
  const events = await back.get(`/org/${tenant.orgId}/audit_event?event_type=organization.owner_given_back`);
  expect(events.body.results).toMatchObject([{ actor_type: 'system', resource_id: tenant.orgId }]);
});

it('`npm run owner` creates a missing user, and asks for the organization if there are several', async () => {
  const email = `new-${tenant.orgId}@example.com`;
  const several = await owner('--email', email);
  expect(several).toMatchObject({ code: 1, stdout: '' });
  expect(several.stderr).toMatch(/^name one of the organizations with --organization:\n/);
  const made = JSON.parse((await owner('--email', email, '--organization', tenant.orgId)).stdout);
  expect((await new Client(world.stack.baseUrl, made.api_key).get('/whoami')).body).toMatchObject({ email });
  expect(await owner('--email', 'nobody', '--organization', tenant.orgId)).toMatchObject({ code: 78 });
});

it('creates the first owner with OWNER_EMAIL, and prints on the second start how to restore an owner', async () => {
  const DATABASE_URL = await createDatabase(inject('servers').postgresUrl, 'first-owner');
  const start = (DATA_DIR: string) =>
    runCommand('scripts/bootstrap.ts', [], {
      DATABASE_URL,
      DATA_DIR,
      OWNER_EMAIL: 'ada@example.org',
      PASSWORD_COST: String(PASSWORD_COST),
      MODELS_FILE: join(world.stack.dataDir, 'models.yaml'),
      TEST_MODEL_KEY: 'k',
    });
  const first = await start(mkdtempSync(join(tmpdir(), 'holdfast-first-')));
  expect(JSON.parse(first.stdout)).toMatchObject({ created: true });
  const second = await start(mkdtempSync(join(tmpdir(), 'holdfast-second-')));
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('`npm run owner -- --email ADDRESS`') });
  const again = await runCommand('scripts/owner.ts', ['--email', 'ada@example.org'], { DATABASE_URL });
  expect(JSON.parse(again.stdout)).toMatchObject({ email: 'ada@example.org' });
});

/** Commands that need the database, with arguments. `npm start` migrates its database itself. */
const DATABASE_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  audit: ['verify'],
  credits: ['check'],
  keys: ['status'],
  owner: [],
  'sign-in-link': [],
};

it.each(Object.keys(DATABASE_COMMANDS))(
  'scripts/%s.ts finds the database of a running `npm start` with its own ports, unless settings name another',
  async (command) => {
    const script = `scripts/${command}.ts`;
    const args = DATABASE_COMMANDS[command] ?? [];
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'ports-'));
    const [written, set] = [await findFreePort(), await findFreePort()];
    const dev = { base_url: '', console_url: 'http://localhost:1', database_port: written, temporal_address: '' };
    writeFileSync(getDevFilePath(DATA_DIR), JSON.stringify(dev));
    const ENCRYPTION_KEYS = `test:${Buffer.alloc(32).toString('base64')}`;
    const settings = { DATA_DIR, ENCRYPTION_KEYS };
    expect((await runCommand(script, args, settings)).stderr).toContain(`127.0.0.1:${written}`);
    const own = { ...settings, EMBEDDED_POSTGRES_PORT: String(set) };
    expect((await runCommand(script, args, own)).stderr).toContain(`127.0.0.1:${set}`);
  },
);

it('`npm run export` and `npm run skills` find a running `npm start` and its key, which goes nowhere else', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'service-'));
  const dev = { base_url: `${world.stack.baseUrl}/api/v1`, console_url: '', api_key: tenant.key };
  writeFileSync(getDevFilePath(DATA_DIR), JSON.stringify(dev));
  const folder = join(DATA_DIR, 'exported');
  expect(await runCommand('scripts/export.ts', [folder], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' });
  const unknown = await runCommand('scripts/skills.ts', ['export', 'unknown', folder], { DATA_DIR });
  expect(unknown.stderr).toContain('neither the project nor the catalog has a skill unknown');
  const elsewhere = { DATA_DIR, HOLDFAST_URL: world.stack.baseUrl };
  expect((await runCommand('scripts/export.ts', [folder], elsewhere)).stderr).toContain('HOLDFAST_KEY is missing');
});

it('the first user signs in with the credentials in dev.json, which only its owner can read', async () => {
  const stack = await Stack.create(inject('servers'), 'first-user');
  const { databaseUrl, dataDir } = stack.info;
  const bootstrap = () =>
    runCommand('scripts/bootstrap.ts', [], {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MODELS_FILE: join(dataDir, 'models.yaml'),
      TEST_MODEL_KEY: MODEL_KEY,
    });
  await bootstrap();
  const file = getDevFilePath(dataDir);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const dev = JSON.parse(readFileSync(file, 'utf8'));
  expect(dev.user_password).toMatch(/^[\w-]{20,}$/);
  await bootstrap();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(dev);
  const api = await stack.startApi();
  try {
    const browser = new Browser(getPublicUrl(stack.info));
    const signed = await browser.post('/identity/sign-in', { email: dev.user_email, password: dev.user_password });
    expect(signed.status, signed.text).toBe(200);
    const me = JSON.parse((await browser.get('/api/v1/whoami')).text);
    expect(me).toMatchObject({ kind: 'user_session', system_role: 'platform_administrator' });
    expect((await browser.get(`/api/v1/org/${dev.org_id}/project/${dev.project_id}`)).status).toBe(200);
  } finally {
    await api.stop();
  }
});
