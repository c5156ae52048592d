import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import type { PrintLine } from './cache-dir.ts';
import { downloadTemporal } from './download-temporal.ts';
import { forEachLine, spawnGuarded } from './processes.ts';

const run = promisify(execFile);
const PROGRAM = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
const MODULE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
/** Minimum server version, required for fairness keys and deployment versions. */
const MIN_SERVER_VERSION = [1, 29] as const;
const PROGRESS_INTERVAL_MS = 5000;

/** Options of the search for a Temporal server. */
export interface FindTemporalOptions {
  /** Path of the configured binary (TEMPORAL_CLI). It is used or rejected, but never skipped. */
  readonly cli?: string;
  /** The product's cache folder; binaries are in `bin`. */
  readonly cacheDir: string;
  /** Receives a line about each step and its failure. */
  readonly print: PrintLine;
  /** Environment with PATH. */
  readonly env?: NodeJS.ProcessEnv;
  /** Downloads the SDK's default binary to `target`. Throws on failure. */
  readonly download?: (target: string, print: PrintLine) => Promise<void>;
}

/**
 * Returns the path of a suitable `temporal` binary: TEMPORAL_CLI, else one on PATH, else the cached one, else the SDK's
 * download, else a build with Go into the cache. Throws SettingError if all fail.
 */
export async function findTemporal(options: FindTemporalOptions): Promise<string> {
  const { cli, cacheDir, print, env = process.env, download = downloadTemporal } = options;
  if (cli !== undefined) {
    const problem = await findBinaryProblem(cli);
    if (problem) throw new SettingError('TEMPORAL_CLI', `${cli} ${problem}`);
    return cli;
  }
  const pathBinary = findOnPath(PROGRAM, env);
  const cached = join(cacheDir, 'bin', PROGRAM);
  for (const [location, path] of [
    ['on PATH', pathBinary],
    ["in the product's cache", cached],
  ] as const) {
    if (path === undefined || !existsSync(path)) {
      print(`Temporal: no \`temporal\` ${location}`);
      continue;
    }
    const problem = await findBinaryProblem(path);
    if (!problem) return path;
    print(`Temporal: ${path} ${problem}`);
  }
  mkdirSync(join(cacheDir, 'bin'), { recursive: true });
  return (await tryDownload(cached, download, print)) ?? buildWithGo(cached, env, print);
}

/** Returns why the binary is unsuitable, as the end of a sentence that starts with its path. */
async function findBinaryProblem(path: string): Promise<string | undefined> {
  try {
    accessSync(path, constants.X_OK);
    const { stdout } = await run(path, ['--version'], { timeout: 20_000 });
    const version = /Server (\d+)\.(\d+)/.exec(stdout);
    if (!version) return `is not the Temporal CLI: it prints ${JSON.stringify(stdout.trim().slice(0, 80))}`;
    const [major = 0, minor = 0] = version.slice(1).map(Number);
    if (major > MIN_SERVER_VERSION[0] || (major === MIN_SERVER_VERSION[0] && minor >= MIN_SERVER_VERSION[1]))
      return undefined;
    return `has server ${major}.${minor}, but ${MIN_SERVER_VERSION.join('.')} or later is required`;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'EACCES') return 'is not executable';
    return `does not run: ${getFirstLine(error)}`;
  }
}

function findOnPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = folders.map((folder) => join(folder, program));
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

async function tryDownload(
  target: string,
  download: (target: string, print: PrintLine) => Promise<void>,
  print: PrintLine,
): Promise<string | undefined> {
  print("Temporal: trying the SDK's own download (temporal.download)");
  try {
    await download(target, print);
    const problem = await findBinaryProblem(target);
    if (!problem) return target;
    print(`Temporal: the downloaded program ${problem}`);
  } catch (error) {
    print(`Temporal: the download failed: ${getFirstLine(error)}`);
  }
  return undefined;
}

async function buildWithGo(target: string, env: NodeJS.ProcessEnv, print: PrintLine): Promise<string> {
  const go = findOnPath(process.platform === 'win32' ? 'go.exe' : 'go', env);
  const help = 'install the Temporal CLI and set its path here, or set TEMPORAL_ADDRESS to a running server';
  if (!go) throw new SettingError('TEMPORAL_CLI', `found no Temporal server, and no Go to build one; ${help}`);
  print(`Temporal: building it with Go into ${target} (once; about 3 minutes on two cores)`);
  const gobin = mkdtempSync(join(target, '..', 'build.'));
  try {
    await runGoInstall(go, { ...env, GOBIN: gobin }, print);
    renameSync(join(gobin, PROGRAM), target);
  } catch (error) {
    throw new SettingError(
      'TEMPORAL_CLI',
      `found no Temporal server, and building one failed (${getFirstLine(error)}); ${help}`,
    );
  } finally {
    rmSync(gobin, { recursive: true, force: true });
  }
  print('Temporal: built');
  return target;
}

/** Runs `go install` and reports the progress every few seconds. */
function runGoInstall(go: string, env: NodeJS.ProcessEnv, print: PrintLine): Promise<void> {
  const startedAt = Date.now();
  const spec = { command: go, args: ['install', '-v', MODULE], stopSignal: 'SIGINT', graceMs: 2000 } as const;
  const child = spawnGuarded(spec, env);
  child.stdout?.resume();
  let steps = 0;
  let lastLine = '';
  forEachLine(child.stderr, (line) => {
    steps += 1;
    lastLine = line;
  });
  const timer = setInterval(() => {
    print(
      `Temporal: building, ${Math.round((Date.now() - startedAt) / 1000)} s, ${steps} packages fetched or compiled`,
    );
  }, PROGRESS_INTERVAL_MS);
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`go install: ${lastLine || `exit code ${code}`}`)),
    );
  }).finally(() => clearInterval(timer));
}

function getFirstLine(error: unknown): string {
  return getErrorMessage(error).split('\n')[0] ?? '';
}
