import { ApartError, runApart } from '../../../platform/apart/run.ts';
import { errors } from '../../../platform/errors.ts';
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
/** Bytes of a verdict: the tools and what stands beside them. */
const MAX_OUTPUT_BYTES = 4 * DOCUMENT_LIMITS.tools;
/** Documents that one process reads at once, and those that wait their turn, each of which lies in memory. */
const MAX_CONCURRENT_READS = 2;
const MAX_QUEUED_READS = 10;
/** Documents of one owner among them, so that none takes every place. */
const MAX_READS_PER_OWNER = 2;
/** Seconds after which it is worth trying again. */
const RETRY_AFTER_SECONDS = 10;

/** What reading may take. */
type ReadLimits = Readonly<Record<'readingMs' | 'memoryMb', number>>;

let activeReads = 0;
const readQueue: (() => void)[] = [];
/** How many documents there are of each owner. */
const readsByOwner = new Map<string, number>();

/**
 * Reads an OpenAPI document: a tool for each operation that can be called. Whatever it holds takes so much time and memory
 * and no more, and none of this process's. Throws a DocumentProblem where it can't be used, and a 429 where too many are
 * being read, of all or of its owner.
 */
export async function readInSandbox(
  bytes: Uint8Array,
  place: DocumentSource,
  owner: string,
  limits: ReadLimits = DOCUMENT_LIMITS,
): Promise<ParsedDocument> {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentError(documentTooLarge());
  const ownReads = readsByOwner.get(owner) ?? 0;
  if (readQueue.length >= MAX_QUEUED_READS || ownReads >= MAX_READS_PER_OWNER)
    throw errors.rateLimited(RETRY_AFTER_SECONDS);
  readsByOwner.set(owner, ownReads + 1);
  try {
    const verdict = await withReadSlot(() => runReader(bytes, place, limits));
    if ('problem' in verdict) throw new DocumentError(verdict.problem, verdict.field);
    return verdict.opened;
  } finally {
    const left = (readsByOwner.get(owner) ?? 1) - 1;
    if (left > 0) readsByOwner.set(owner, left);
    else readsByOwner.delete(owner);
  }
}

/** Does some work once fewer than so many others do theirs. */
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
  const limits = { memoryMb, ms: readingMs, outputBytes: MAX_OUTPUT_BYTES };
  try {
    const verdicts = runApart<ReaderResult>({
      program: READER_URL,
      argument: { url, baseUrl, allowedOrigins },
      input: bytes,
      cost: limits,
    });
    for await (const verdict of verdicts) return verdict;
    throw new Error('the reader of OpenAPI documents said nothing');
  } catch (error) {
    if (!(error instanceof ApartError)) throw error;
    const seconds = readingMs / 1000;
    throw new DocumentError(integrationProblems.document_too_slow({ seconds, memory: memoryMb }));
  }
}
