import { execFile } from 'node:child_process';
import { chmodSync, createWriteStream, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { PrintLine } from './cache-dir.ts';

const run = promisify(execFile);
const DOWNLOADS = 'https://temporal.download/cli/default';
/** Timeout of the response, and of each chunk of the archive. */
const IDLE_TIMEOUT_MS = 10_000;
const PROGRESS_INTERVAL_MS = 3000;

/** Location of a CLI release, and the name of the program in its archive. */
interface ArchiveInfo {
  readonly archiveUrl: string;
  readonly fileToExtract: string;
}

/**
 * Downloads to `target` the Temporal CLI that this SDK version uses for its tests, from the same URL. The SDK's own
 * function starts the server with fixed arguments and cannot be aborted. Throws after 10 s without a response.
 */
export async function downloadTemporal(target: string, print: PrintLine): Promise<void> {
  const info = await fetchArchiveInfo();
  const folder = mkdtempSync(join(dirname(target), 'download.'));
  try {
    const archive = join(folder, 'archive.tar.gz');
    await downloadTo(info.archiveUrl, archive, print);
    await run('tar', ['-xzf', archive, '-C', folder, info.fileToExtract]);
    const program = join(folder, info.fileToExtract);
    chmodSync(program, 0o755);
    renameSync(program, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fetchArchiveInfo(): Promise<ArchiveInfo> {
  const sdk = createRequire(import.meta.url)('@temporalio/client/package.json') as { version: string };
  const query = new URLSearchParams({
    arch: process.arch === 'x64' ? 'amd64' : process.arch,
    platform: process.platform === 'win32' ? 'windows' : process.platform,
    format: 'tar.gz',
    'sdk-name': 'sdk-typescript',
    'sdk-version': sdk.version,
  });
  const response = await fetchOrThrow(`${DOWNLOADS}?${query}`, AbortSignal.timeout(IDLE_TIMEOUT_MS));
  const info = (await response.json()) as Partial<ArchiveInfo>;
  if (!info.archiveUrl || !info.fileToExtract) throw new Error('the response names no archive');
  return { archiveUrl: info.archiveUrl, fileToExtract: info.fileToExtract };
}

async function fetchOrThrow(url: string, signal: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return response;
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw cause instanceof Error ? cause : new Error(String(cause));
  }
}

async function downloadTo(url: string, file: string, print: PrintLine): Promise<void> {
  const idleAbort = new AbortController();
  const abort = () => idleAbort.abort(new Error(`no bytes for ${IDLE_TIMEOUT_MS / 1000} s`));
  let timer = setTimeout(abort, IDLE_TIMEOUT_MS);
  try {
    const response = await fetchOrThrow(url, idleAbort.signal);
    if (!response.body) throw new Error('the archive is empty');
    let bytes = 0;
    let reportedAt = Date.now();
    const progress = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        clearTimeout(timer);
        timer = setTimeout(abort, IDLE_TIMEOUT_MS);
        bytes += chunk.length;
        if (Date.now() - reportedAt > PROGRESS_INTERVAL_MS) {
          reportedAt = Date.now();
          print(`Temporal: downloading, ${Math.round(bytes / 1e6)} MB`);
        }
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), progress, createWriteStream(file), { signal: idleAbort.signal });
  } finally {
    clearTimeout(timer);
  }
}
