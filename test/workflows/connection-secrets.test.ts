import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  claimAuthSession,
  createAuthSession,
  deleteExpiredAuthSessions,
  type NewAuthSession,
} from '../../src/connections/auth-sessions.ts';
import {
  type ConnectionSecret,
  deleteCredential,
  findCredential,
  type OAuthSecret,
  saveCredential,
} from '../../src/connections/credentials.ts';
import { GrantRejectedError, getFreshToken, ReconnectRequiredError } from '../../src/connections/tokens.ts';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import { newId } from '../../src/platform/ids.ts';
import { EncryptionError, KeyRing } from '../../src/platform/keyring.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';

const KEYS = `connections:${randomBytes(32).toString('base64')}`;
const ring = new KeyRing(KEYS);

let world: World;
let tenant: Tenant;
/** A pool that the database sees as another process. */
let other: Db;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  other = openDatabase(world.stack.databaseUrl, 4, () => undefined);
});
// No other key ring decrypts the secrets of these tests.
afterAll(async () => {
  await world.db.deleteFrom('connection_credentials').where('org_id', '=', tenant.orgId).execute();
  await world.db.deleteFrom('connection_auth_sessions').where('org_id', '=', tenant.orgId).execute();
  await other.destroy();
  await world.close();
});

const getFirstProcess = () => ({ db: world.db, ring });
const getSecondProcess = () => ({ db: other, ring });

const grant = (n: number, more: Partial<OAuthSecret> = {}): OAuthSecret => ({
  kind: 'oauth',
  access_token: `access-${n}`,
  refresh_token: `refresh-${n}`,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  scopes: ['read'],
  client: { client_id: 'client' },
  ...more,
});

const save = (id: string, secret: ConnectionSecret) =>
  saveCredential(world.db, ring, { id, orgId: tenant.orgId, projectId: tenant.projectId, secret });

/** A stored secret obtained an hour ago with this many seconds left. */
async function stored(secret: ConnectionSecret, secondsLeft?: number): Promise<string> {
  const id = newId();
  await save(id, secret);
  await sql`update connection_credentials set obtained_at = now() - interval '1 hour' where id = ${id}`.execute(
    world.db,
  );
  if (secondsLeft !== undefined)
    await sql`update connection_credentials set expires_at = now() + make_interval(secs => ${secondsLeft}) where id = ${id}`.execute(
      world.db,
    );
  return id;
}

/** Waits until both pools have completed all current queries. */
const credentialRead = () =>
  Promise.all([world.db, other].map((db) => Promise.all([1, 2, 3, 4].map(() => sql`select 1`.execute(db)))));

/** A token endpoint with a gate that counts its requests. */
function endpoint(answer: (secret: OAuthSecret) => ConnectionSecret) {
  const gate = Promise.withResolvers<void>();
  const asked: OAuthSecret[] = [];
  const refresh = async (secret: OAuthSecret) => {
    asked.push(secret);
    await gate.promise;
    return answer(secret);
  };
  return { asked, refresh, open: gate.resolve };
}

describe('a secret of a connection', () => {
  it('is encrypted for its row, and cannot be decrypted in another', async () => {
    const [id, another] = [await stored(grant(1)), await stored(grant(2))];
    const { sealed } = await world.db
      .selectFrom('connection_credentials')
      .select('sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed).not.toContain('access-1');
    await world.db.updateTable('connection_credentials').set({ sealed }).where('id', '=', another).execute();
    await expect(findCredential(world.db, ring, another)).rejects.toThrow(EncryptionError);
    expect(await findCredential(world.db, ring, id)).toMatchObject({
      secret: { access_token: 'access-1' },
      version: 1,
    });
  });

  it('keeps its id and gets a new version when it is replaced, and is deleted when it is removed', async () => {
    const id = await stored(grant(1));
    await save(id, { kind: 'api_key', value: 'key' });
    expect(await findCredential(world.db, ring, id)).toEqual({
      secret: { kind: 'api_key', value: 'key' },
      version: 2,
      isLost: false,
    });
    await deleteCredential(world.db, id);
    await deleteCredential(world.db, id);
    expect(await findCredential(world.db, ring, id)).toBeUndefined();
    await expect(getFreshToken(getFirstProcess(), id)).rejects.toThrow(ReconnectRequiredError);
  });

  it('is deleted with its project', async () => {
    const gone = await world.tenant();
    const id = newId();
    await saveCredential(world.db, ring, { id, orgId: gone.orgId, projectId: gone.projectId, secret: grant(1) });
    expect((await gone.owner.delete(gone.project)).status).toBeLessThan(300);
    expect(await findCredential(world.db, ring, id)).toBeUndefined();
  });
});

describe('an access token', () => {
  it('that expired is refreshed once for fifty calls of two processes, which all get the new one', async () => {
    const id = await stored(grant(1), -10);
    const server = endpoint(() => grant(2));
    const calls = Array.from({ length: 50 }, (_, n) =>
      getFreshToken(n % 2 ? getFirstProcess() : getSecondProcess(), id, server),
    );
    await credentialRead();
    server.open();
    const tokens = await Promise.all(calls);
    expect(new Set(tokens.map(({ token, version }) => `${token} ${version}`))).toEqual(new Set(['access-2 2']));
    expect(server.asked).toMatchObject([{ refresh_token: 'refresh-1' }]);
  });

  it('that is about to expire is refreshed by one call, while the others use the current one', async () => {
    const id = await stored(grant(1), 30);
    const server = endpoint(() => grant(2));
    const first = getFreshToken(getFirstProcess(), id, server);
    // A caller that reads before the lease exists takes it, and would wait for the gate.
    await eventually(
      async () => server.asked.length,
      (many) => many === 1,
    );
    expect(await getFreshToken(getSecondProcess(), id, server)).toEqual({ token: 'access-1', version: 1 });
    server.open();
    expect(await first).toEqual({ token: 'access-2', version: 2 });
    expect(await getFreshToken(getSecondProcess(), id, server)).toEqual({ token: 'access-2', version: 2 });
    expect(server.asked).toHaveLength(1);
  });

  it('that is about to expire is used if the server is unreachable, and an expired one is not', async () => {
    const refresh = async () => {
      throw new Error('unreachable');
    };
    const id = await stored(grant(1), 30);
    expect(await getFreshToken(getFirstProcess(), id, { refresh })).toEqual({ token: 'access-1', version: 1 });
    const ended = await stored(grant(1), -1);
    await expect(getFreshToken(getFirstProcess(), ended, { refresh })).rejects.toThrow('unreachable');
    // No caller waits for a free lease.
    expect(await getFreshToken(getSecondProcess(), ended, { refresh: async () => grant(2) })).toMatchObject({
      version: 2,
    });
  });

  it('is refreshed by another process after the lease of a killed one expires', async () => {
    const id = await stored(grant(1), -10);
    const child = spawn(process.execPath, ['test/support/refresher.ts', world.stack.databaseUrl, KEYS, id], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = endpoint(() => grant(2));
    server.open();
    const calls = [getFreshToken(getFirstProcess(), id, server), getFreshToken(getSecondProcess(), id, server)];
    await credentialRead();
    expect(server.asked).toEqual([]);
    await sql`update connection_credentials set lease_until = now() where id = ${id}`.execute(world.db);
    expect(await Promise.all(calls)).toEqual([
      { token: 'access-2', version: 2 },
      { token: 'access-2', version: 2 },
    ]);
    expect(server.asked).toHaveLength(1);
  });

  it('from a process with an expired lease does not replace a newer one', async () => {
    const id = await stored(grant(1), -10);
    const slow = endpoint(() => grant(2));
    const late = getFreshToken(getFirstProcess(), id, slow);
    await credentialRead();
    await save(id, grant(3));
    slow.open();
    expect(await late).toEqual({ token: 'access-3', version: 2 });
    expect(await findCredential(world.db, ring, id)).toMatchObject({ secret: { access_token: 'access-3' } });
  });

  it('keeps its refresh token if the server returns no new one', async () => {
    const id = await stored(grant(1), -10);
    const { refresh_token: _, ...bare } = grant(2);
    await getFreshToken(getFirstProcess(), id, { refresh: async () => bare });
    expect(await findCredential(world.db, ring, id)).toMatchObject({
      secret: { access_token: 'access-2', refresh_token: 'refresh-1' },
    });
  });
});

describe('an authorization server or API that rejects', () => {
  it('the grant makes every call require a new authorization, and is called once', async () => {
    const id = await stored(grant(1), -10);
    const asked: number[] = [];
    const refresh = async () => {
      asked.push(1);
      throw new GrantRejectedError('invalid_grant');
    };
    const calls = Array.from({ length: 10 }, (_, n) =>
      getFreshToken(n % 2 ? getFirstProcess() : getSecondProcess(), id, { refresh }),
    );
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'ReconnectRequiredError', credentialId: id } });
    expect(asked).toHaveLength(1);
    // A new authorization ends it.
    await save(id, grant(2));
    expect(await getFreshToken(getFirstProcess(), id, { refresh })).toEqual({ token: 'access-2', version: 2 });
  });

  it('a previous token leads to an attempt with the newer one, without a refresh', async () => {
    const id = await stored(grant(1));
    await save(id, grant(2));
    const server = endpoint(() => grant(3));
    expect(await getFreshToken(getFirstProcess(), id, { ...server, rejectedVersion: 1 })).toEqual({
      token: 'access-2',
      version: 2,
    });
    expect(server.asked).toEqual([]);
  });

  it('a valid token leads to a refresh, once for all rejected calls', async () => {
    const id = await stored(grant(1), 3000);
    const server = endpoint(() => grant(2));
    const calls = Array.from({ length: 10 }, (_, n) =>
      getFreshToken(n % 2 ? getFirstProcess() : getSecondProcess(), id, { ...server, rejectedVersion: 1 }),
    );
    await credentialRead();
    server.open();
    for (const token of await Promise.all(calls)) expect(token).toEqual({ token: 'access-2', version: 2 });
    expect(server.asked).toHaveLength(1);
  });

  it('a new token, or one that cannot be refreshed, requires a new authorization', async () => {
    const server = endpoint(() => grant(3));
    const fresh = newId();
    await save(fresh, grant(2));
    const bare = await stored(grant(1, { refresh_token: undefined }));
    const key = await stored({ kind: 'api_key', value: 'key' });
    for (const id of [fresh, bare, key]) {
      const refused = getFreshToken(getFirstProcess(), id, { ...server, rejectedVersion: 1 });
      await expect(refused).rejects.toThrow(ReconnectRequiredError);
      expect(await findCredential(world.db, ring, id)).toMatchObject({ isLost: true });
      await expect(getFreshToken(getSecondProcess(), id, server)).rejects.toThrow(ReconnectRequiredError);
    }
    expect(server.asked).toEqual([]);
  });

  it('a short-lived token that is about to expire leads to a refresh, however new it is', async () => {
    const id = newId();
    await save(id, grant(1));
    await sql`update connection_credentials set obtained_at = now() - interval '2 seconds', expires_at = now() + interval '1 second'
      where id = ${id}`.execute(world.db);
    const token = await getFreshToken(getFirstProcess(), id, { rejectedVersion: 1, refresh: async () => grant(2) });
    expect(token).toEqual({ token: 'access-2', version: 2 });
  });
});

describe('a pending authorization', () => {
  const begun = (more: Partial<NewAuthSession> = {}) =>
    createAuthSession(world.db, ring, {
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      userId: tenant.userId,
      kind: 'integration',
      targetId: null,
      data: { verifier: 'pkce-verifier' },
      redirectTo: '/done',
      ...more,
    });
  const take = (state: string, more: { userId?: string; kind?: 'mcp_server' | 'integration' } = {}) =>
    claimAuthSession(world.db, ring, { state, userId: tenant.userId, kind: 'integration', ...more });

  it('is completed once, by the first of many requests with its state', async () => {
    const { id, state } = await begun();
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        claimAuthSession(n % 2 ? world.db : other, ring, { state, userId: tenant.userId, kind: 'integration' }),
      ),
    );
    expect(taken.filter((one) => one !== undefined)).toEqual([
      expect.objectContaining({
        id,
        projectId: tenant.projectId,
        data: { verifier: 'pkce-verifier' },
        redirectTo: '/done',
      }),
    ]);
  });

  it('is neither completed nor used up by another user, another state or another kind of callback', async () => {
    const { state } = await begun();
    const { userId } = await tenant.member({ org: 'editor' });
    expect(await take(state, { userId })).toBeUndefined();
    expect(await take(`${state}x`)).toBeUndefined();
    expect(await take(state, { kind: 'mcp_server' })).toBeUndefined();
    expect(await take(state)).toBeDefined();
  });

  it('expires after ten minutes, and is deleted', async () => {
    const { id, state } = await begun();
    const kept = await begun();
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - created)::float8 as seconds from connection_auth_sessions where id = ${id}`.execute(
      world.db,
    );
    expect(rows[0]?.seconds).toBeCloseTo(600, 0);
    await sql`update connection_auth_sessions set expires_at = now() where id = ${id}`.execute(world.db);
    expect(await take(state)).toBeUndefined();
    await deleteExpiredAuthSessions(world.db);
    const left = await world.db
      .selectFrom('connection_auth_sessions')
      .select('id')
      .where('id', 'in', [id, kept.id])
      .execute();
    expect(left).toEqual([{ id: kept.id }]);
  });

  it('is stored with its state hashed and its data encrypted', async () => {
    const { id, state } = await begun();
    const { rows } = await sql<{ text: string }>`
      select s::text as text from connection_auth_sessions s where id = ${id}`.execute(world.db);
    expect(rows[0]?.text).toContain(tenant.userId);
    for (const secret of [state, Buffer.from(state, 'base64url').toString('hex'), 'pkce-verifier'])
      expect(rows[0]?.text).not.toContain(secret);
  });
});
