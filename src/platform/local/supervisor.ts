import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, loadConfig, SettingError } from '../config.ts';
import { getBuildState } from '../console/build.ts';
import { getCacheDir, type PrintLine } from './cache-dir.ts';
import { ENTRIES, toStackSettings } from './launch.ts';
import type { Lock } from './lock.ts';
import { createLinePrinter, type LogName } from './log-lines.ts';
import { getPgliteUrl } from './pglite-address.ts';
import { assertPortsFree, lockDataDir } from './preconditions.ts';
import { spawnGuarded } from './processes.ts';
import { findReadinessProblem, retryWithTimeout, waitForPostgres, withProgress } from './retry.ts';
import { runScript } from './run-script.ts';
import { Service } from './service.ts';
import { createTemporalCommand, findTemporal, waitForTemporal } from './temporal.ts';
import { TRY_OUT_VARIABLE } from './try-out.ts';

/** Timeout of servers that `npm start` does not run itself. */
const EXTERNAL_SERVER_TIMEOUT_MS = 10_000;
const OWN_SERVER_TIMEOUT_MS = 120_000;
/**
 * The embedded Postgres accepts 40 connections for three processes. They share one session, so that more would not
 * help.
 */
const EMBEDDED_POOL_SIZE = 10;
/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_TIMEOUTS_MS = { api: 10_000, worker: 15_000, serve: 15_000, temporal: 8000, postgres: 8000 } as const;

type ServiceName = keyof typeof STOP_TIMEOUTS_MS;

/** Entry files of a stack's processes. */
interface StackEntries {
  /**
   * Runs the migrations (MIGRATE=1), creates the first records, and prints a {@link BootstrapResult} as its last line.
   */
  readonly bootstrap: string;
  /** Builds the console. Prints what it did, or nothing. */
  readonly console: string;
  readonly worker: string;
  readonly api: string;
  /** API and worker in one process. */
  readonly serve: string;
}

/** Result of the bootstrap script. */
interface BootstrapResult {
  /** Whether this start created the first organization. */
  readonly created: boolean;
  /** Token of the owner's sign-in link; undefined without an owner. */
  readonly sign_in_link?: string;
}

/** Options of a stack. */
export interface StackOptions {
  /** Environment with the settings; the processes inherit it. */
  readonly env?: NodeJS.ProcessEnv;
  /** Entry files that replace the product's own. */
  readonly entries?: Partial<StackEntries>;
  /** Whether a process that fails at startup is restarted forever, as suits code under development. */
  readonly restartForever?: boolean;
  /** Whether API and worker are separate processes that can restart independently. */
  readonly separateProcesses?: boolean;
  /** Prints a line of the named process. Default: stdout with a prefix. */
  readonly log?: (name: LogName, line: string) => void;
}

/** Addresses of a ready stack. */
export interface StackAddresses {
  readonly config: Config;
  /** Base URL on this machine, without a trailing slash. */
  readonly api: string;
  readonly databaseUrl: string;
  readonly temporal: string;
  /** URL of the Temporal UI of the stack; undefined with TEMPORAL_ADDRESS. */
  readonly temporalUi: string | undefined;
  /** Whether this start created the first organization. */
  readonly created: boolean;
  /** Token of the owner's sign-in link. */
  readonly signInLink: string | undefined;
}

/** Postgres, Temporal, and API and worker in one or two processes. Created by {@link startStack}. */
export class Stack {
  /**
   * Resolves when the API is ready. Rejects otherwise, with SettingError for an invalid setting. Call `stop()` in both
   * cases.
   */
  readonly ready: Promise<StackAddresses>;
  readonly #env: NodeJS.ProcessEnv;
  readonly #entries: StackEntries;
  readonly #restartForever: boolean;
  readonly #separateProcesses: boolean;
  readonly #log: (name: LogName) => PrintLine;
  readonly #services = new Map<ServiceName, Service>();
  readonly #abort = new AbortController();
  #lock: Lock | undefined;
  #isReady = false;

  constructor(options: StackOptions = {}) {
    const { log } = options;
    this.#env = options.env ?? process.env;
    this.#entries = { ...ENTRIES, ...options.entries };
    this.#restartForever = options.restartForever ?? false;
    this.#separateProcesses = options.separateProcesses ?? false;
    this.#log = log ? (name) => (line) => log(name, line) : (name) => createLinePrinter(name);
    this.ready = this.#start();
    // Callers of `ready` get the failure; without a caller it must not be unhandled.
    this.ready.catch(() => {});
  }

  /** Restarts the process, for example after a code change. */
  async restart(name: 'api' | 'worker'): Promise<void> {
    if (!this.#abort.signal.aborted) await this.#services.get(name)?.restart();
  }

  /** Process id of a service; undefined while it is not running. */
  pid(name: ServiceName): number | undefined {
    return this.#services.get(name)?.pid;
  }

  /**
   * Stops everything, the API first and the servers last. Each process is killed after its grace period (at most 33 s
   * in total).
   */
  async stop(): Promise<void> {
    this.#abort.abort(new Error('stopped'));
    await this.#services.get('api')?.stop();
    await this.#services.get('worker')?.stop();
    await this.#services.get('serve')?.stop();
    await Promise.all([this.#services.get('temporal')?.stop(), this.#services.get('postgres')?.stop()]);
    this.#lock?.release();
  }

  /** Kills all processes. */
  async kill(): Promise<void> {
    this.#abort.abort(new Error('killed'));
    await Promise.all([...this.#services.values()].map((service) => service.kill()));
    this.#lock?.release();
  }

  async #start(): Promise<StackAddresses> {
    const config = loadConfig(this.#env);
    this.#lock = lockDataDir(config.dataDir);
    await assertPortsFree(config);
    const consoleBuild = this.#buildConsole();
    const [databaseUrl, temporal] = await Promise.all([this.#postgres(config), this.#temporal(config)]);
    const env = this.#createChildEnv(config, databaseUrl, temporal);
    const { created, sign_in_link: signInLink } = await this.#bootstrap(env);
    for (const name of this.#separateProcesses ? (['worker', 'api'] as const) : (['serve'] as const))
      this.#run(name, () => this.#spawnNode([this.#entries[name]], env));
    const api = `http://${['0.0.0.0', '::', 'localhost'].includes(config.host) ? '127.0.0.1' : config.host}:${config.port}`;
    await this.#waitUntilReady(api);
    await consoleBuild;
    this.#isReady = true;
    const temporalUi = config.temporalAddress ? undefined : `http://localhost:${config.temporalUiPort}`;
    return { config, api, databaseUrl, temporal, temporalUi, created, signInLink };
  }

  async #postgres(config: Config): Promise<string> {
    const { signal } = this.#abort;
    const print = this.#log('holdfast');
    if (config.databaseUrl) {
      print('using the Postgres of DATABASE_URL');
      await waitForPostgres(config.databaseUrl, EXTERNAL_SERVER_TIMEOUT_MS, signal);
      return config.databaseUrl;
    }
    const port = config.embeddedPostgresPort;
    const env = { ...this.#env, HOLDFAST_SUPERVISED: '1' };
    this.#run('postgres', () => this.#spawnNode([ENTRIES.pglite, config.dataDir, String(port)], env));
    const url = getPgliteUrl(config.dataDir, port);
    await withProgress(
      () => 'waiting for the embedded Postgres',
      print,
      waitForPostgres(url, OWN_SERVER_TIMEOUT_MS, signal),
    );
    return url;
  }

  async #temporal(config: Config): Promise<string> {
    const { signal } = this.#abort;
    const print = this.#log('holdfast');
    const namespace = config.temporalNamespace;
    if (config.temporalAddress) {
      const address = config.temporalAddress;
      print(`using the Temporal of TEMPORAL_ADDRESS at ${address}`);
      try {
        await waitForTemporal({ address, namespace, timeoutMs: EXTERNAL_SERVER_TIMEOUT_MS, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw new SettingError(
          'TEMPORAL_ADDRESS',
          `no Temporal with the namespace ${namespace} responds at ${address}: ${(error as Error).message}`,
        );
      }
      return address;
    }
    const binary = await findTemporal({
      cli: config.temporalCli,
      cacheDir: getCacheDir(this.#env),
      print,
      env: this.#env,
    });
    signal.throwIfAborted();
    const folder = join(config.dataDir, 'temporal');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { temporalPort: port, temporalUiPort: uiPort } = config;
    const command = createTemporalCommand({ binary, port, uiPort, dbFile: join(folder, 'temporal.db'), namespace });
    this.#run('temporal', () => spawnGuarded(command, this.#env));
    const address = `127.0.0.1:${port}`;
    await withProgress(
      () => 'waiting for Temporal',
      print,
      waitForTemporal({ address, namespace, timeoutMs: OWN_SERVER_TIMEOUT_MS, signal }),
    );
    return address;
  }

  #createChildEnv(config: Config, databaseUrl: string, temporal: string): NodeJS.ProcessEnv {
    const poolSize = config.databaseUrl
      ? config.databasePoolSize
      : Math.min(config.databasePoolSize, EMBEDDED_POOL_SIZE);
    const { temporalNamespace: namespace, dataDir, encryptionKeys } = config;
    return {
      // Node's compile cache reduces the startup of a process by a third.
      NODE_COMPILE_CACHE: join(dataDir, 'cache', 'modules'),
      ...this.#env,
      ...toStackSettings({ databaseUrl, temporalAddress: temporal, namespace, dataDir, encryptionKeys }),
      DATABASE_POOL_SIZE: String(poolSize),
      PUBLIC_URL: config.publicUrl,
      ...(config.temporalAddress ? {} : { TEMPORAL_UI_URL: `http://localhost:${config.temporalUiPort}` }),
      // Separate processes belong to developers, who restart them themselves.
      ...(config.databaseUrl || config.temporalAddress || this.#separateProcesses ? {} : { [TRY_OUT_VARIABLE]: '1' }),
      HOLDFAST_SUPERVISED: '1',
    };
  }

  /** Builds the console if its build is stale. The product also runs without one. */
  async #buildConsole(): Promise<void> {
    const print = this.#log('holdfast');
    const state = getBuildState();
    if (state === 'current') return;
    print(`the console's build is ${state}: building it`);
    const { signal } = this.#abort;
    const script = runScript(this.#entries.console, { env: this.#env, log: this.#log('console'), signal });
    await script.then(print, (error: Error) => {
      if (!signal.aborted) print(`the console could not be built: ${error.message}`);
    });
  }

  async #bootstrap(env: NodeJS.ProcessEnv): Promise<BootstrapResult> {
    const script = runScript(this.#entries.bootstrap, {
      env: { ...env, MIGRATE: '1' },
      log: this.#log('bootstrap'),
      signal: this.#abort.signal,
    });
    const output = await withProgress(() => 'migrating the database', this.#log('holdfast'), script);
    return JSON.parse(output) as BootstrapResult;
  }

  async #waitUntilReady(api: string): Promise<void> {
    let reason = '';
    const poll = async () => {
      reason = await findReadinessProblem(`${api}/-/ready`);
      if (reason) throw new Error(reason);
    };
    const work = retryWithTimeout(poll, { timeoutMs: Number.POSITIVE_INFINITY, signal: this.#abort.signal });
    await withProgress(() => `waiting for the API to be ready: ${reason}`, this.#log('holdfast'), work);
  }

  #spawnNode(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env });
  }

  #run(name: ServiceName, start: () => ChildProcess): void {
    this.#abort.signal.throwIfAborted();
    const service = new Service({
      name,
      spawn: start,
      stopTimeoutMs: STOP_TIMEOUTS_MS[name],
      log: this.#log(name),
      print: this.#log('holdfast'),
      abandon: (message) => this.#abort.abort(toError(message)),
      isStarting: () => !this.#isReady,
      maxFailures: this.#restartForever ? Number.POSITIVE_INFINITY : 3,
    });
    this.#services.set(name, service);
    service.start();
  }
}

/** Starts the product on this machine, including Postgres and Temporal unless the settings name them. */
export function startStack(options: StackOptions = {}): Stack {
  return new Stack(options);
}

/** The last line of a child is the message of its SettingError, `SETTING: problem`. */
function toError(message: string): Error {
  const setting = /^([A-Z][A-Z0-9_]+): (.*)$/.exec(message);
  return setting?.[1] ? new SettingError(setting[1], setting[2] ?? '') : new Error(message);
}
