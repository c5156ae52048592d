import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { hashPassword } from '../../src/identity/passwords.ts';
import { startSession } from '../../src/identity/sessions.ts';
import { createUser } from '../../src/identity/users.ts';
import { newId } from '../../src/platform/ids.ts';
import { ProductProcess, waitForApi } from '../../src/platform/local/launch.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { Browser } from './browser.ts';
import type { World } from './client.ts';
import { environmentOf, PASSWORD_COST, type StackInfo } from './stack.ts';

/** A user of the test with a password and a browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  signIn(): Promise<void>;
}

/** One for everybody. */
const password = `secret ${randomUUID()}`;
let hash: Promise<string> | undefined;

/** Makes a user, whose browser is not signed in yet. */
export async function person(world: World, origin = addressOf(world.stack)): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const id = await createUser(world.db, { email, name: 'Ada', administrator: false });
  const account = { id: newId(), user_id: id, provider_id: 'credential', account_id: id };
  hash ??= hashPassword(password, PASSWORD_COST);
  await world.db
    .insertInto('user_accounts')
    .values({ ...account, password: await hash })
    .execute();
  const browser = new Browser(origin);
  return {
    id,
    email,
    password,
    browser,
    async signIn() {
      const answer = await browser.post('/identity/sign-in', { email, password });
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

/** A browser session of a user, by its id. */
export async function sessionOf({ db }: Pick<World, 'db'>, userId: string): Promise<string> {
  const token = await startSession(db, { userId, days: 1, most: 0, ipAddress: '192.0.2.7', userAgent: 'Elsewhere' });
  const session = await db
    .selectFrom('user_sessions')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return session.id;
}

/** The address users reach a stack at, which is also the one its OAuth server names. */
export function addressOf(stack: StackInfo): string {
  return stack.baseUrl.replace('127.0.0.1', 'localhost');
}

/** Where everybody may sign up and create organizations: the other API process of the stack that all files share. */
export function openOrigin(stack: StackInfo): string {
  if (stack.besideUrl === undefined) throw new Error('this stack has one API process');
  return addressOf({ ...stack, baseUrl: stack.besideUrl });
}

/**
 * One more API process over the same database, with settings of its own; at a port of its own unless one is named. It logs no
 * requests unless told to.
 */
export async function startApiBeside(stack: StackInfo, settings: Record<string, string>, at?: number) {
  const port = at ?? (await findFreePort());
  const api = new ProductProcess(
    'api/server.ts',
    { ...environmentOf(stack), LOG_LEVEL: 'warn', ...settings, PORT: String(port) },
    join(stack.dataDir, `api-beside-${port}.log`),
  );
  const origin = `http://localhost:${port}`;
  await waitForApi(api, origin);
  return { origin, port, process: api, stop: () => api.stop() };
}
