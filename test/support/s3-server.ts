import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BlobSettings } from '../../src/platform/config/files.ts';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import type { Requirement } from './requirements.ts';

const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const BUCKET = 'holdfast-test';
const ACCESS_KEY = 'test-access';
const SECRET_KEY = 's3-canary-7c2e91';

/** An S3 server with an empty bucket. */
export interface S3Server {
  readonly settings: Extract<BlobSettings, { kind: 's3' }>;
  /** The settings as environment variables. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** Prints directly to stderr, because captured output fails the test. */
const printLine = (line: string) => void writeSync(2, `${line}\n`);

/** Returns whether an S3 server is available, or Go to build it. */
export function s3Server(): Requirement {
  return { met: existsSync(programPath()) || hasGo(), name: 'Go, to build an S3 server once' };
}

/** Starts a server on a free port with a new folder. Builds it first if it is not cached. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-s3-'));
  mkdirSync(join(folder, BUCKET));
  const port = await findFreePort();
  const program = await builtProgram();
  const child = spawn(program, ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder], {
    env: { ...process.env, ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await answers(endpoint, child);
  const place = { endpoint, region: 'us-east-1', bucket: BUCKET, prefix: 'some/where/', sessionToken: undefined };
  return {
    settings: { kind: 's3', ...place, accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY },
    env: {
      BLOB_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_PREFIX: place.prefix,
      S3_ACCESS_KEY_ID: ACCESS_KEY,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    async stop() {
      if (child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const programPath = () => join(getCacheDir(), 'bin', 'versitygw-1.8.0');

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the server's program, built by Go if it is not cached. */
async function builtProgram(): Promise<string> {
  const path = programPath();
  if (existsSync(path)) return path;
  mkdirSync(join(path, '..'), { recursive: true });
  const folder = mkdtempSync(join(path, '..', 'build.'));
  try {
    printLine('building an S3 server with Go (once; some minutes)');
    await promisify(execFile)('go', ['install', MODULE], { env: { ...process.env, GOBIN: folder } });
    renameSync(join(folder, 'versitygw'), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}

async function answers(endpoint: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + 100_000;
  while (!(await fetch(endpoint).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`the S3 server ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error('the S3 server does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
