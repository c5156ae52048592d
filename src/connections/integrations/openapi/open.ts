import { errors } from '../../../platform/errors.ts';
import { runInSandbox, SandboxError } from '../../../platform/sandbox/run.ts';
import { integrationProblems } from '../../problems.ts';
import {
  DOCUMENT_LIMITS,
  type DocumentPlace,
  DocumentProblem,
  documentTooLarge,
  type OpenedDocument,
} from './document.ts';
import type { Verdict } from './reader.ts';

const READER = new URL('./reader.ts', import.meta.url);
/** Bytes of a verdict: the tools and what stands beside them. */
const MOST_TOLD = 4 * DOCUMENT_LIMITS.tools;
/** Documents that one process reads at once, and those that wait their turn, each of which lies in memory. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 10;
/** Documents of one owner among them, so that none takes every place. */
const MOST_OF_ONE = 2;
/** Seconds after which it is worth trying again. */
const BUSY_SECONDS = 10;

/** What reading may take. */
type ReadingCost = Readonly<Record<'readingMs' | 'memoryMb', number>>;

let reading = 0;
const waiting: (() => void)[] = [];
/** How many documents there are of each owner. */
const owned = new Map<string, number>();

/**
 * Reads an OpenAPI document: a tool for each operation that can be called. Whatever it holds takes so much time and memory
 * and no more, and none of this process's. Throws a DocumentProblem where it can't be used, and a 429 where too many are
 * being read, of all or of its owner.
 */
export async function openDocument(
  bytes: Uint8Array,
  place: DocumentPlace,
  owner: string,
  cost: ReadingCost = DOCUMENT_LIMITS,
): Promise<OpenedDocument> {
  if (bytes.byteLength > DOCUMENT_LIMITS.bytes) throw new DocumentProblem(documentTooLarge());
  const others = owned.get(owner) ?? 0;
  if (waiting.length >= MOST_WAITING || others >= MOST_OF_ONE) throw errors.rateLimited(BUSY_SECONDS);
  owned.set(owner, others + 1);
  try {
    const verdict = await inTurn(() => readApart(bytes, place, cost));
    if ('problem' in verdict) throw new DocumentProblem(verdict.problem, verdict.field);
    return verdict.opened;
  } finally {
    const left = (owned.get(owner) ?? 1) - 1;
    if (left > 0) owned.set(owner, left);
    else owned.delete(owner);
  }
}

/** Does some work once fewer than so many others do theirs. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

async function readApart(
  bytes: Uint8Array,
  { url, baseUrl, allowedOrigins }: DocumentPlace,
  { readingMs, memoryMb }: ReadingCost,
): Promise<Verdict> {
  const cost = { memoryMb, timeoutMs: readingMs, outputBytes: MOST_TOLD };
  try {
    const told = runInSandbox<Verdict>({
      program: READER,
      argument: { url, baseUrl, allowedOrigins },
      input: bytes,
      limits: cost,
    });
    for await (const verdict of told) return verdict;
    throw new Error('the reader of OpenAPI documents said nothing');
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const seconds = readingMs / 1000;
    throw new DocumentProblem(integrationProblems.document_too_slow({ seconds, memory: memoryMb }));
  }
}
