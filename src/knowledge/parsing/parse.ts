import { open } from 'node:fs/promises';
import type { ParseSettings } from '../../platform/config/parsing.ts';
import { type PooledRunner, SandboxPool, type SandboxPoolOptions } from '../../platform/sandbox/pool.ts';
import { runInSandbox, SandboxError } from '../../platform/sandbox/run.ts';
import { fromBlockMessage } from './block-message.ts';
import {
  type Block,
  type ParsedBeginning,
  type ParsedSummary,
  ParseError,
  type ParseRequest,
  type Parsing,
} from './contract.ts';
import { parseFailures } from './failures.ts';
import { toMarkdown } from './markdown.ts';
import type { ParserMessage } from './read.ts';

const READER = new URL('./reader.ts', import.meta.url);
const MB = 1024 * 1024;

/** Pool of parsers that read one document each. */
const SINGLE_USE_PARSERS = new SandboxPool({
  program: READER,
  maxProcesses: Number.POSITIVE_INFINITY,
  maxJobsPerProcess: 1,
  idleTimeoutMs: 0,
  maxIdleMemoryMb: 0,
});

/** Creates a pool of parsers that read several documents of one party, to avoid process starts. */
export function createParserPool(bounds: Omit<SandboxPoolOptions, 'program'>): SandboxPool {
  return new SandboxPool({ program: READER, ...bounds });
}

/**
 * Parses a document in a sandboxed process while its blocks are consumed. Throws a ParseError if the document cannot be
 * parsed, which a retry in a new process does not change.
 */
export function parseDocument(
  request: ParseRequest,
  signal?: AbortSignal,
  place: PooledRunner = SINGLE_USE_PARSERS.createRunner(''),
): Parsing {
  let beginning: ParsedBeginning | undefined;
  let summary: ParsedSummary | undefined;
  async function* blocks(): AsyncGenerator<Block, void> {
    for await (const message of parseInProcess(request, place, signal)) {
      if ('block' in message) yield fromBlockMessage(message.block);
      else if ('beginning' in message) beginning = message.beginning;
      else if ('summary' in message) summary = message.summary;
      else throw new ParseError(message.failure.reason, message.failure.detail);
    }
    if (!summary) throw toParseError('crash', request.settings);
  }
  return {
    [Symbol.asyncIterator]: blocks,
    beginning: () => assertKnown(beginning),
    summary: () => assertKnown(summary),
  };
}

function assertKnown<T>(known: T | undefined): T {
  if (known === undefined) throw new Error('not known before the blocks are taken');
  return known;
}

/** Options of a text extraction with its maximum length. */
type ExtractOptions = Omit<ParseRequest, 'source'> & {
  readonly maxCharacters: number;
  /** Returns the HTML comment before the first block of a page. Default: none. */
  readonly pageMark?: (page: number) => string;
};

/** Extracts the text of a document as Markdown, truncated to the maximum length. */
export async function extractText(
  source: ParseRequest['source'],
  { maxCharacters, pageMark, ...options }: ExtractOptions,
  signal?: AbortSignal,
): Promise<{
  readonly text: string;
  readonly isTruncated: boolean;
  readonly summary: ParsedBeginning & Partial<ParsedSummary>;
}> {
  const parsing = parseDocument({ source, ...options }, signal);
  const parts: string[] = [];
  let length = 0;
  let page: number | null = null;
  for await (const block of parsing) {
    const isNewPage = pageMark !== undefined && block.page !== null && block.page !== page;
    const text = pageMark === undefined ? toMarkdown(block) : escapeComments(toMarkdown(block));
    const part = isNewPage ? `${pageMark(block.page)}\n\n${text}` : text;
    page = block.page;
    parts.push(part);
    length += part.length + 2;
    if (length > maxCharacters) {
      const text = parts.join('\n\n').slice(0, maxCharacters).toWellFormed();
      return { text, isTruncated: true, summary: parsing.beginning() };
    }
  }
  return { text: parts.join('\n\n'), isTruncated: false, summary: parsing.summary() };
}

/** Escapes comments, so that no text can imitate a page mark. */
const escapeComments = (text: string) => text.replaceAll('<!--', '<! --');

async function* parseInProcess(
  request: ParseRequest,
  place: PooledRunner,
  signal?: AbortSignal,
): AsyncGenerator<ParserMessage> {
  const { source, mediaType, name, strategy, settings } = request;
  const argument = { mediaType, name: name.slice(0, 1000), strategy, settings };
  const cost = {
    memoryMb: settings.memoryMb,
    timeoutMs: settings.timeoutSeconds * 1000,
    outputBytes: settings.maxOutputMb * MB,
  };
  const file = 'path' in source ? await open(source.path) : undefined;
  try {
    if (file) yield* runInSandbox<ParserMessage>({ program: READER, argument, input: file.fd, limits: cost }, signal);
    else if ('bytes' in source)
      yield* place.run<ParserMessage>({ bytes: source.bytes, argument, limits: cost }, signal);
  } catch (error) {
    throw error instanceof SandboxError ? toParseError(error.kind, settings) : error;
  } finally {
    await file?.close();
  }
}

function toParseError(
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
