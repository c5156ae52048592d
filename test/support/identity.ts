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
import { NODE_ARGS } from './node-args.ts';
import { findEntry } from './product-bundle.ts';
import { PASSWORD_COST, type StackInfo, toEnvironment } from './stack.ts';

/** A test user with a password and a browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  signIn(): Promise<void>;
}

/** Shared by all test users. */
const password = `secret ${randomUUID()}`;
let hash: Promise<string> | undefined;

/** Creates a user whose browser is not signed in. */
export async function createPerson(world: World, origin = getPublicUrl(world.stack)): Promise<Person> {
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

/** Creates a browser session of a user. */
export async function createSession({ db }: Pick<World, 'db'>, userId: string): Promise<string> {
  const token = await startSession(db, {
    userId,
    days: 1,
    maxSessions: 0,
    ipAddress: '192.0.2.7',
    userAgent: 'Elsewhere',
  });
  const session = await db
    .selectFrom('user_sessions')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return session.id;
}

/** Returns the address of a stack for users, which its OAuth server uses too. */
export function getPublicUrl(stack: StackInfo): string {
  return stack.baseUrl.replace('127.0.0.1', 'localhost');
}

/** Returns the other API process of the shared stack, where everyone may sign up and create organizations. */
export function getOpenApiOrigin(stack: StackInfo): string {
  if (stack.besideUrl === undefined) throw new Error('this stack has one API process');
  return getPublicUrl({ ...stack, baseUrl: stack.besideUrl });
}

/** Starts another API process over the same database with its own settings. It logs no requests by default. */
export async function startExtraApi(stack: StackInfo, settings: Record<string, string>, at?: number) {
  const port = at ?? (await findFreePort());
  const api = new ProductProcess(
    findEntry('api/server.ts'),
    { ...toEnvironment(stack), LOG_LEVEL: 'warn', ...settings, PORT: String(port) },
    join(stack.dataDir, `api-beside-${port}.log`),
    [],
    NODE_ARGS,
  );
  const origin = `http://localhost:${port}`;
  await waitForApi(api, origin);
  return { origin, port, process: api, stop: () => api.stop() };
}
