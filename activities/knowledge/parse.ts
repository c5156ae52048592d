import { openFile } from '../../src/files/reading.ts';
import { discard, stage } from '../../src/files/staging.ts';
import type { ParsedDocument } from '../../src/knowledge/contract.ts';
import { bytesToRead, filesOf, insertBlocks } from '../../src/knowledge/ingestion/files.ts';
import { noteStep } from '../../src/knowledge/ingestion/state.ts';
import { type Block, ParseError, type Strategy } from '../../src/knowledge/parsing/contract.ts';
import { parseDocument } from '../../src/knowledge/parsing/parse.ts';
import { readLines } from '../../src/platform/lines.ts';
import type { PooledRunner } from '../../src/platform/sandbox/pool.ts';
import { type Attempt, Interrupted } from './attempt.ts';

/** Bytes of blocks up to which they are not stored: reading a short document again is sooner done. */
const MOST_HELD = 1024 * 1024;

/** A document that was read. */
export interface Read {
  readonly parsed: ParsedDocument;
  /** Its blocks, from the first one on whenever it is called. */
  readonly blocks: () => AsyncIterable<Block>;
  /** Whether they are stored, so that another attempt finds them. */
  readonly isStored: boolean;
}

/** Reads a document in a parser's process, or finds what was read of it. Throws ParseError where it can't be read. */
export async function parseStage(attempt: Attempt): Promise<Read> {
  const { ctx, run, signal } = attempt;
  if (run.parsed !== null) return { parsed: run.parsed, blocks: () => storedBlocks(attempt), isStored: true };
  return ctx.parsers.slots.run({ tenant: run.org_id }, signal, () => readOnce(attempt));
}

/** What fails in a process that has read others is read in a fresh one, so that none fails for what another left behind. */
async function readOnce(attempt: Attempt): Promise<Read> {
  const { processes } = attempt.ctx.parsers;
  const party = attempt.run.project_id;
  const place = processes.createRunner(party);
  try {
    return await read(attempt, place);
  } catch (error) {
    if (!(error instanceof ParseError) || !place.isReused) throw error;
    return read(attempt, processes.createRunner(party, { fresh: true }));
  }
}

async function read(attempt: Attempt, place: PooledRunner): Promise<Read> {
  const { ctx, run, signal } = attempt;
  const file = await bytesToRead(ctx.db, run.id, run.document_id);
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
    const blocks = counted(attempt, parsing)[Symbol.asyncIterator]();
    const { held, isAll } = await beginningOf(blocks);
    const found = (): ParsedDocument => {
      const { parser, language, mediaType, pageCount, statedTitle, warnings } = parsing.summary();
      return { parser, language, mediaType, pageCount, ...(statedTitle && { statedTitle }), warnings };
    };
    if (isAll) return { parsed: found(), blocks: () => from(held), isStored: false };
    return {
      parsed: await storeBlocks(attempt, writtenOut(held, blocks), found),
      blocks: () => storedBlocks(attempt),
      isStored: true,
    };
  } finally {
    bytes.destroy();
  }
}

async function* from(held: readonly Block[]): AsyncGenerator<Block> {
  yield* held;
}

async function* counted(attempt: Attempt, blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  let done = 0;
  for await (const block of blocks) {
    yield block;
    await attempt.noteProgress(++done, null);
  }
}

/** The first blocks, as many as are held. */
async function beginningOf(blocks: AsyncIterator<Block>): Promise<{ held: Block[]; isAll: boolean }> {
  const held: Block[] = [];
  for (let size = 0; size < MOST_HELD; ) {
    const { done, value } = await blocks.next();
    if (done) return { held, isAll: true };
    held.push(value);
    size += JSON.stringify(value).length;
  }
  return { held, isAll: false };
}

/** All blocks, each a line of JSON. */
async function* writtenOut(held: readonly Block[], rest: AsyncIterator<Block>): AsyncGenerator<Buffer> {
  for (const block of held) yield lineOf(block);
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield lineOf(step.value);
}

const lineOf = (block: Block) => Buffer.from(`${JSON.stringify(block)}\n`);

/** Keeps the blocks of a long document, so that nothing has to be read twice. */
async function storeBlocks(
  { ctx, run }: Attempt,
  lines: AsyncIterable<Buffer>,
  found: () => ParsedDocument,
): Promise<ParsedDocument> {
  const blob = await stage(ctx.blobs, { orgId: run.org_id }, lines);
  const owner = { documentId: run.document_id, orgId: run.org_id, projectId: run.project_id };
  try {
    const parsed = found();
    await ctx.db.transaction().execute(async (trx) => {
      // The row's lock keeps a second attempt, which was taken for dead, from storing its own.
      if (!(await noteStep(trx, run.id, { stage: 'chunking', parsed }))) throw new Interrupted();
      const { blocks } = await filesOf(trx, run.id);
      if (!blocks) await insertBlocks(trx, run.id, owner, blob);
    });
    return parsed;
  } finally {
    await discard(ctx.blobs, [blob]);
  }
}

async function* storedBlocks({ ctx, run }: Attempt): AsyncGenerator<Block> {
  const { blocks } = await filesOf(ctx.db, run.id);
  if (!blocks) throw new Error(`what was read of document ${run.document_id} is not there`);
  const bytes = await openFile(ctx, blocks);
  try {
    for await (const line of readLines(bytes)) yield JSON.parse(line) as Block;
  } finally {
    bytes.destroy();
  }
}
