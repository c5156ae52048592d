import { errors } from '../../../platform/errors.ts';
import { runInSandbox, SandboxError } from '../../../platform/sandbox/run.ts';
import { integrationProblems } from '../../problems.ts';
import {
  DOCUMENT_LIMITS,
  DocumentError,
  type DocumentSource,
  documentTooLarge,
  type ParsedDocument,
} from './document.ts';
import type { ReaderResult } from './reader.ts';

const READER_URL = new URL('./reader.ts', import.meta.url);
/** Maximum output of the reader process. */
const MAX_OUTPUT_BYTES = 4 * DOCUMENT_LIMITS.tools;
/** Concurrent reads, and queued reads, each of which holds its document in memory. */
const MAX_CONCURRENT_READS = 2;
const MAX_QUEUED_READS = 10;
/** Maximum documents of one owner, so that none uses all slots. */
const MAX_READS_PER_OWNER = 2;
/** Value of Retry-After. */
const RETRY_AFTER_SECONDS = 10;

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
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentError(documentTooLarge());
  const ownReads = readsByOwner.get(owner) ?? 0;
  if (readQueue.length >= MAX_QUEUED_READS || ownReads >= MAX_READS_PER_OWNER)
    throw errors.rateLimited(RETRY_AFTER_SECONDS);
  readsByOwner.set(owner, ownReads + 1);
  try {
    const verdict = await withReadSlot(() => runReader(bytes, source, limits));
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
  { url, baseUrl, allowedOrigins }: DocumentSource,
  { readingMs, memoryMb }: ReadLimits,
): Promise<ReaderResult> {
  const limits = { memoryMb, timeoutMs: readingMs, outputBytes: MAX_OUTPUT_BYTES };
  try {
    const verdicts = runInSandbox<ReaderResult>({
      program: READER_URL,
      argument: { url, baseUrl, allowedOrigins },
      input: bytes,
      limits: limits,
    });
    for await (const verdict of verdicts) return verdict;
    throw new Error('the OpenAPI reader returned no result');
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const seconds = readingMs / 1000;
    throw new DocumentError(integrationProblems.document_too_slow({ seconds, memory: memoryMb }));
  }
}
