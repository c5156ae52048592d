import { open } from 'node:fs/promises';
import type { ParseSettings } from '../../platform/config/parsing.ts';
import { type PooledRunner, SandboxPool, type SandboxPoolOptions } from '../../platform/sandbox/pool.ts';
import { runInSandbox, SandboxError } from '../../platform/sandbox/run.ts';
import {
  type Block,
  type ParsedBeginning,
  type ParsedSummary,
  ParseError,
  type ParseRequest,
  type Parsing,
} from './contract.ts';
import { parseFailures } from './failures.ts';
import { asMarkdown } from './markdown.ts';
import type { Told } from './read.ts';
import { arrived } from './told-block.ts';

const READER = new URL('./reader.ts', import.meta.url);
const MB = 1024 * 1024;

/** Processes that read one document each. */
const ONCE = new SandboxPool({
  program: READER,
  maxProcesses: Number.POSITIVE_INFINITY,
  maxJobsPerProcess: 1,
  idleTimeoutMs: 0,
  maxIdleMemoryMb: 0,
});

/** Processes that read the documents of a party one after another, so that not each of them costs the start of one. */
export function keptReaders(bounds: Omit<SandboxPoolOptions, 'program'>): SandboxPool {
  return new SandboxPool({ program: READER, ...bounds });
}

/**
 * Reads a document apart, as fast as its blocks are taken: in the place that is given, else in a process of its own. Taking
 * them throws a ParseError where the document can't be read, which trying again in a fresh process does not mend.
 */
export function parseDocument(
  request: ParseRequest,
  signal?: AbortSignal,
  place: PooledRunner = ONCE.createRunner(''),
): Parsing {
  let beginning: ParsedBeginning | undefined;
  let summary: ParsedSummary | undefined;
  async function* blocks(): AsyncGenerator<Block, void> {
    for await (const told of readApart(request, place, signal)) {
      if ('block' in told) yield arrived(told.block);
      else if ('beginning' in told) beginning = told.beginning;
      else if ('summary' in told) summary = told.summary;
      else throw new ParseError(told.failure.reason, told.failure.detail);
    }
    if (!summary) throw failureOf('crash', request.settings);
  }
  return {
    [Symbol.asyncIterator]: blocks,
    beginning: () => there(beginning),
    summary: () => there(summary),
  };
}

function there<T>(known: T | undefined): T {
  if (known === undefined) throw new Error('not known before the blocks are taken');
  return known;
}

/** What is taken of a text, and how long it may be. */
export type ExtractOptions = Omit<ParseRequest, 'source'> & {
  readonly mostCharacters: number;
  /** What stands before the first block of a page, written as an HTML comment; nothing where it is left out. */
  readonly pageMark?: (page: number) => string;
};

/** The text of a document as Markdown, cut off after so many characters. */
export async function extractText(
  source: ParseRequest['source'],
  { mostCharacters, pageMark, ...options }: ExtractOptions,
  signal?: AbortSignal,
): Promise<{
  readonly text: string;
  readonly isCut: boolean;
  readonly summary: ParsedBeginning & Partial<ParsedSummary>;
}> {
  const parsing = parseDocument({ source, ...options }, signal);
  const parts: string[] = [];
  let length = 0;
  let page: number | null = null;
  for await (const block of parsing) {
    const isNewPage = pageMark !== undefined && block.page !== null && block.page !== page;
    const text = pageMark === undefined ? asMarkdown(block) : withoutComments(asMarkdown(block));
    const part = isNewPage ? `${pageMark(block.page)}\n\n${text}` : text;
    page = block.page;
    parts.push(part);
    length += part.length + 2;
    if (length > mostCharacters) {
      const text = parts.join('\n\n').slice(0, mostCharacters).toWellFormed();
      return { text, isCut: true, summary: parsing.beginning() };
    }
  }
  return { text: parts.join('\n\n'), isCut: false, summary: parsing.summary() };
}

/** A text in which nothing passes for a mark of ours. */
const withoutComments = (text: string) => text.replaceAll('<!--', '<! --');

async function* readApart(request: ParseRequest, place: PooledRunner, signal?: AbortSignal): AsyncGenerator<Told> {
  const { source, mediaType, name, strategy, settings } = request;
  const argument = { mediaType, name: name.slice(0, 1000), strategy, settings };
  const cost = {
    memoryMb: settings.memoryMb,
    timeoutMs: settings.timeoutSeconds * 1000,
    outputBytes: settings.maxOutputMb * MB,
  };
  const file = 'path' in source ? await open(source.path) : undefined;
  try {
    if (file) yield* runInSandbox<Told>({ program: READER, argument, input: file.fd, limits: cost }, signal);
    else if ('bytes' in source) yield* place.run<Told>({ bytes: source.bytes, argument, limits: cost }, signal);
  } catch (error) {
    throw error instanceof SandboxError ? failureOf(error.kind, settings) : error;
  } finally {
    await file?.close();
  }
}

function failureOf(
  of: SandboxError['kind'],
  { memoryMb, timeoutSeconds: seconds, maxOutputMb: outputMb }: ParseSettings,
): ParseError {
  switch (of) {
    case 'memory':
      return new ParseError('OUT_OF_MEMORY', parseFailures.parser_memory_over_limit({ limit: memoryMb }));
    case 'time':
      return new ParseError('OUT_OF_TIME', parseFailures.parser_time_over_limit({ limit: seconds }));
    case 'output':
      return new ParseError('TOO_LARGE', parseFailures.parser_output_over_limit({ limit: outputMb }));
    case 'crash':
      return new ParseError('DAMAGED_FILE', parseFailures.parser_crashed);
  }
}
