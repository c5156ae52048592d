import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { hashPassword } from '../../src/identity/passwords.ts';
import { createUser } from '../../src/identity/users.ts';
import { newId } from '../../src/platform/ids.ts';
import { apiIsUp, ProductProcess } from '../../src/platform/local/launch.ts';
import { freePort } from '../../src/platform/local/ports.ts';
import { Browser } from './browser.ts';
import type { World } from './client.ts';
import { environmentOf, type StackInfo } from './stack.ts';

/** A user of the test with a password and a browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
  signIn(): Promise<void>;
}

/** One for everybody: to hash another takes a fifth of a second of a core. */
const password = `secret ${randomUUID()}`;
let hash: Promise<string> | undefined;

/** Makes a user, whose browser is not signed in yet. */
export async function person(world: World, origin = addressOf(world.stack)): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const id = await createUser(world.db, { email, name: 'Ada', administrator: false });
  const account = { id: newId(), user_id: id, provider_id: 'credential', account_id: id };
  hash ??= hashPassword(password);
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

/** The address users reach a stack at, which is also the one its OAuth server names. */
export function addressOf(stack: StackInfo): string {
  return stack.baseUrl.replace('127.0.0.1', 'localhost');
}

/** One more API process over the same database, with settings of its own. */
export async function startApiBeside(stack: StackInfo, settings: Record<string, string>) {
  const port = await freePort();
  const api = new ProductProcess(
    'api/server.ts',
    { ...environmentOf(stack), ...settings, PORT: String(port) },
    join(stack.dataDir, `api-beside-${port}.log`),
  );
  const origin = `http://localhost:${port}`;
  await apiIsUp(api, origin);
  return { origin, process: api, stop: () => api.stop() };
}
