import { Readable } from 'node:stream';
import { errors } from '../../../platform/errors.ts';
import { type PooledRunner, SandboxPool } from '../../../platform/sandbox/pool.ts';
import { SandboxError } from '../../../platform/sandbox/run.ts';
import { integrationProblems } from '../../problems.ts';
import {
  createTooLargeProblem,
  DOCUMENT_LIMITS,
  DocumentError,
  type DocumentSource,
  type ParsedDocument,
} from './document.ts';
import type { ReaderResult } from './reader.ts';

/** Maximum output of the reader process. */
const MAX_OUTPUT_BYTES = 4 * DOCUMENT_LIMITS.tools;
/** Concurrent reads, and queued reads, each of which holds its document in memory. */
const MAX_CONCURRENT_READS = 2;
const MAX_QUEUED_READS = 10;
/** Maximum documents of one owner, so that none uses all slots. */
const MAX_READS_PER_OWNER = 2;
/** Value of Retry-After. */
const RETRY_AFTER_SECONDS = 10;

/** Reader processes. Each reads several documents of one owner, since its start takes longer than most documents. */
const READERS = new SandboxPool({
  program: new URL('./reader.ts', import.meta.url),
  maxProcesses: MAX_CONCURRENT_READS,
  maxJobsPerProcess: 50,
  idleTimeoutMs: 5000,
  maxIdleMemoryMb: 256,
});

/** Limits of one read. */
type ReadLimits = Readonly<Record<'readingMs' | 'memoryMb', number>>;

let activeReads = 0;
const readQueue: (() => void)[] = [];
/** Active and queued reads by owner. */
const readsByOwner = new Map<string, number>();

/**
 * Reads an OpenAPI document in a sandboxed process with time and memory limits. Throws a DocumentError if it is
 * invalid, and a 429 if too many reads are active.
 */
export async function readInSandbox(
  bytes: Uint8Array,
  source: DocumentSource,
  owner: string,
  limits: ReadLimits = DOCUMENT_LIMITS,
): Promise<ParsedDocument> {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentError(createTooLargeProblem());
  const ownReads = readsByOwner.get(owner) ?? 0;
  if (readQueue.length >= MAX_QUEUED_READS || ownReads >= MAX_READS_PER_OWNER)
    throw errors.rateLimited(RETRY_AFTER_SECONDS);
  readsByOwner.set(owner, ownReads + 1);
  try {
    const verdict = await withReadSlot(() => runReader(bytes, source, owner, limits));
    if ('problem' in verdict) throw new DocumentError(verdict.problem, verdict.field);
    return verdict.opened;
  } finally {
    const left = (readsByOwner.get(owner) ?? 1) - 1;
    if (left > 0) readsByOwner.set(owner, left);
    else readsByOwner.delete(owner);
  }
}

/** Runs work in a read slot; waits for a free one. */
async function withReadSlot<T>(work: () => Promise<T>): Promise<T> {
  if (activeReads >= MAX_CONCURRENT_READS) await new Promise<void>((resolve) => readQueue.push(resolve));
  else activeReads++;
  try {
    return await work();
  } finally {
    const next = readQueue.shift();
    if (next) next();
    else activeReads--;
  }
}

async function runReader(
  bytes: Uint8Array,
  source: DocumentSource,
  owner: string,
  limits: ReadLimits,
): Promise<ReaderResult> {
  // The memory limit is one of the process.
  const poolKey = `${owner} ${limits.memoryMb}`;
  try {
    return await READERS.runWithRetry(poolKey, (runner) => runJob(runner, bytes, source, limits));
  } catch (error) {
    throw error instanceof SandboxError ? toTooSlow(limits) : error;
  }
}

async function runJob(
  runner: PooledRunner,
  bytes: Uint8Array,
  { url, baseUrl, allowedOrigins }: DocumentSource,
  { readingMs, memoryMb }: ReadLimits,
): Promise<ReaderResult> {
  const limits = { memoryMb, timeoutMs: readingMs, outputBytes: MAX_OUTPUT_BYTES };
  const argument = { url, baseUrl, allowedOrigins };
  const [verdict] = await Array.fromAsync(
    runner.run<ReaderResult>({ bytes: Readable.from([bytes]), argument, limits }),
  );
  if (verdict === undefined) throw new Error('the OpenAPI reader returned no result');
  return verdict;
}

function toTooSlow({ readingMs, memoryMb }: ReadLimits): DocumentError {
  return new DocumentError(integrationProblems.document_too_slow({ seconds: readingMs / 1000, memory: memoryMb }));
}
