import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PLACES = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
const PROGRAM = PLACES.find((path) => path && existsSync(path));
/** Whether a Firefox is available. */
export const HAS_FIREFOX = PROGRAM !== undefined;

/** How to get a Firefox, for messages. */
export const FIREFOX_HINT = 'install firefox-esr, or name one by FIREFOX';

/** Settings of a profile whose browser reaches this machine only: a closed port is its proxy for all other hosts. */
const PREFERENCES = `user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.share_proxy_settings", true);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("network.proxy.no_proxies_on", "127.0.0.1, localhost");
user_pref("remote.active-protocols", 1);
`;

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: string;
  readonly message?: string;
}

/** A page in a Firefox without a window. */
export interface FirefoxPage extends AsyncDisposable {
  /** Addresses of other hosts that the page requested, and errors that the browser logged. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  /** Presses keys one after the other: characters, or names such as `Enter`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Evaluates an expression in the page, which may be a promise. */
  evaluate<T>(expression: string): Promise<T>;
}

/** Code points of the keys with names, as WebDriver defines them. */
const KEY_CODES: Readonly<Record<string, string>> = { Enter: '\uE006', Tab: '\uE004' };

/** Starts a Firefox with a new profile, and opens a page. `origin` is the address whose requests are expected. */
export async function startFirefox(origin: string): Promise<FirefoxPage> {
  if (PROGRAM === undefined) throw new Error('no Firefox was found');
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  writeFileSync(join(profile, 'user.js'), PREFERENCES);
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const program = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } });
  const session = await BidiSession.connect(`${await findAddress(program)}/session`);
  // The first tab leaves the focus to the address bar, and keys press no buttons of its page.
  const { context } = await session.send('browsingContext.create', { type: 'tab' });
  const complaints: string[] = [];
  session.onEvent = (method, params) => {
    const problem = method === 'log.entryAdded' ? findLoggedError(params) : findForeignUrl(params, origin);
    if (problem !== undefined) complaints.push(problem);
  };
  await session.send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return {
    complaints,
    open: async (url) => void (await session.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async press(...keys) {
      const actions = keys
        .map((key) => KEY_CODES[key] ?? key)
        .flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await session.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async evaluate<T>(expression: string) {
      const code = `(async () => JSON.stringify(await (${expression})))()`;
      const target = { context };
      const answer = await session.send('script.evaluate', { expression: code, target, awaitPromise: true });
      if (answer.type === 'exception') throw new Error(JSON.stringify(answer.exceptionDetails));
      const { value } = answer.result as { value?: string };
      return (value === undefined ? undefined : JSON.parse(value)) as T;
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => program.once('exit', resolve));
      program.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function findAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stderr) return reject(new Error('Firefox has no output'));
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    lines.once('close', () => reject(new Error('Firefox ended before it listened')));
  });
}

/** Status of a download that the next page interrupts (NS_BINDING_ABORTED). Firefox logs it for fonts. */
const INTERRUPTED_STATUS = 'status=2152398850';

function findLoggedError({ level, text }: Params): string | undefined {
  return level === 'error' && !String(text).includes(INTERRUPTED_STATUS) ? String(text) : undefined;
}

function findForeignUrl({ request }: Params, origin: string): string | undefined {
  const { url = '' } = (request ?? {}) as { url?: string };
  return /^https?:/.test(url) && !url.startsWith(origin) ? url : undefined;
}

/** A session of the protocol WebDriver BiDi, which Firefox serves without a driver. */
class BidiSession {
  onEvent: (method: string, params: Params) => void = () => {};
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, PromiseWithResolvers<Params>>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  static async connect(address: string): Promise<BidiSession> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true });
    });
    const session = new BidiSession(socket);
    await session.send('session.new', { capabilities: {} });
    return session;
  }

  send(method: string, params: Params = {}): Promise<Params> {
    const id = ++this.#count;
    const pending = Promise.withResolvers<Params>();
    this.#pending.set(id, pending);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return pending.promise;
  }

  #receive({ id, type, method = '', params = {}, result = {}, error, message }: Message): void {
    if (type === 'event') this.onEvent(method, params);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (type === 'success') pending?.resolve(result);
    else pending?.reject(new Error(`${error}: ${message}`));
  }
}
