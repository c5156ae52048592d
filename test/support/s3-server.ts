import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobSettings } from '../../src/platform/config/files.ts';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { createCachedFolder } from './cached-folder.ts';
import { runProgram } from './commands.ts';
import { killProgram, waitForServer } from './other-server.ts';
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

/** Returns whether an S3 server is available, or Go to build it. */
export function s3Server(): Requirement {
  return { met: existsSync(join(getCacheDir(), FOLDER)) || hasGo(), name: 'Go, to build an S3 server once' };
}

/** Starts a server on a free port with a new folder. Builds it first if it is not cached. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-s3-'));
  mkdirSync(join(folder, BUCKET));
  const port = await findFreePort();
  const built = await createCachedFolder(FOLDER, 'building an S3 server with Go, some minutes', (target) =>
    runProgram('go', ['install', MODULE], { env: { ...process.env, GOBIN: target } }),
  );
  const child = spawn(join(built, PROGRAM), ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder], {
    env: { ...process.env, ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await waitForServer(endpoint, child, 'the S3 server');
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
      await killProgram(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const FOLDER = 's3-server/versitygw-1.8.0';
const PROGRAM = 'versitygw';

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
