import { openFile } from '../../src/files/reading.ts';
import { discardBlobs, stageBlob } from '../../src/files/staging.ts';
import type { ParsedDocument } from '../../src/knowledge/contract.ts';
import { findMajorityLanguage } from '../../src/knowledge/documents/languages.ts';
import { getContentFile, getIngestionFiles, insertBlocks } from '../../src/knowledge/ingestion/files.ts';
import { recordStep } from '../../src/knowledge/ingestion/state.ts';
import { type Block, ParseError, type Strategy } from '../../src/knowledge/parsing/contract.ts';
import { parseDocument } from '../../src/knowledge/parsing/parse.ts';
import { readLines } from '../../src/platform/lines.ts';
import type { PooledRunner } from '../../src/platform/sandbox/pool.ts';
import { type Attempt, Interrupted } from './attempt.ts';

/** Blocks up to this many bytes are not stored: parsing a short document again is faster. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Result of the parse stage. */
export interface ParsedBlocks {
  readonly parsed: ParsedDocument;
  /** Returns the blocks from the first one on at each call. */
  readonly blocks: () => AsyncIterable<Block>;
  /** Whether the blocks are stored for another attempt. */
  readonly isStored: boolean;
}

/** Parses a document in a parser process, or loads its stored blocks. Throws ParseError. */
export async function runParseStage(attempt: Attempt): Promise<ParsedBlocks> {
  const { ctx, run, signal } = attempt;
  if (run.parsed !== null) return { parsed: run.parsed, blocks: () => readStoredBlocks(attempt), isStored: true };
  return ctx.parsers.slots.run({ tenant: run.org_id }, signal, () => parseWithRetry(attempt));
}

/** Retries a failed document in a new process, because an earlier document may have damaged a reused one. */
function parseWithRetry(attempt: Attempt): Promise<ParsedBlocks> {
  return attempt.ctx.parsers.processes.runWithRetry(
    attempt.run.project_id,
    (place) => parseInProcess(attempt, place),
    (error) => error instanceof ParseError,
  );
}

async function parseInProcess(attempt: Attempt, place: PooledRunner): Promise<ParsedBlocks> {
  const { ctx, run, signal } = attempt;
  const file = await getContentFile(ctx.db, run.id, run.document_id);
  const bytes = await openFile(ctx, file);
  try {
    const parsing = parseDocument(
      {
        source: { bytes },
        mediaType: file.media_type,
        name: file.name,
        strategy: run.strategy as Strategy,
        settings: ctx.config.parsing,
      },
      signal,
      place,
    );
    const blocks = withProgress(attempt, parsing)[Symbol.asyncIterator]();
    const { buffered, isComplete } = await readBeginning(blocks);
    const toParsedDocument = async (): Promise<ParsedDocument> => {
      const { parser, language, mediaType, pageCount, statedTitle, properties, warnings } = parsing.summary();
      const indexLanguage = language ? undefined : await findMajorityLanguage(ctx.db, run);
      return {
        parser,
        language,
        ...(indexLanguage && { indexLanguage }),
        mediaType,
        pageCount,
        ...(statedTitle && { statedTitle }),
        ...(properties && { properties }),
        warnings,
      };
    };
    if (isComplete) return { parsed: await toParsedDocument(), blocks: () => iterate(buffered), isStored: false };
    return {
      parsed: await storeBlocks(attempt, serializeBlocks(buffered, blocks), toParsedDocument),
      blocks: () => readStoredBlocks(attempt),
      isStored: true,
    };
  } finally {
    bytes.destroy();
  }
}

async function* iterate(buffered: readonly Block[]): AsyncGenerator<Block> {
  yield* buffered;
}

async function* withProgress(attempt: Attempt, blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  let done = 0;
  for await (const block of blocks) {
    yield block;
    await attempt.recordProgress(++done, null);
  }
}

/** Reads blocks into memory up to the limit. */
async function readBeginning(blocks: AsyncIterator<Block>): Promise<{ buffered: Block[]; isComplete: boolean }> {
  const buffered: Block[] = [];
  for (let size = 0; size < MAX_BUFFERED_BYTES; ) {
    const { done, value } = await blocks.next();
    if (done) return { buffered, isComplete: true };
    buffered.push(value);
    size += JSON.stringify(value).length;
  }
  return { buffered, isComplete: false };
}

/** Serializes all blocks as lines of JSON. */
async function* serializeBlocks(buffered: readonly Block[], rest: AsyncIterator<Block>): AsyncGenerator<Buffer> {
  for (const block of buffered) yield toLine(block);
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield toLine(step.value);
}

const toLine = (block: Block) => Buffer.from(`${JSON.stringify(block)}\n`);

/** Stores the blocks of a long document for later attempts. */
async function storeBlocks(
  { ctx, run }: Attempt,
  lines: AsyncIterable<Buffer>,
  toParsedDocument: () => Promise<ParsedDocument>,
): Promise<ParsedDocument> {
  const blob = await stageBlob(ctx.blobs, { orgId: run.org_id }, lines);
  const owner = { documentId: run.document_id, orgId: run.org_id, projectId: run.project_id };
  try {
    const parsed = await toParsedDocument();
    await ctx.db.transaction().execute(async (trx) => {
      // The row lock prevents a second attempt, started after a presumed crash, from storing its own blocks.
      if (!(await recordStep(trx, run.id, { stage: 'chunking', parsed }))) throw new Interrupted();
      const { blocks } = await getIngestionFiles(trx, run.id);
      if (!blocks) await insertBlocks(trx, run.id, owner, blob);
    });
    return parsed;
  } finally {
    await discardBlobs(ctx.blobs, [blob]);
  }
}

async function* readStoredBlocks({ ctx, run }: Attempt): AsyncGenerator<Block> {
  const { blocks } = await getIngestionFiles(ctx.db, run.id);
  if (!blocks) throw new Error(`what was read of document ${run.document_id} is not there`);
  const bytes = await openFile(ctx, blocks);
  try {
    for await (const line of readLines(bytes)) yield JSON.parse(line) as Block;
  } finally {
    bytes.destroy();
  }
}
