import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { listFiles } from '../files/queries.ts';
import { getOrLoad } from '../platform/cache.ts';
import type { Executor } from '../platform/db/client.ts';

/** Reads skills for models: in parts, by revision. */

/** Maximum characters of a text in one result. */
const MAX_PIECE_LENGTH = 40_000;

/** A part of a skill's text. */
export interface TextPiece {
  readonly text: string;
  /** Characters of the complete text. */
  readonly total: number;
}

/** A file of a skill. */
export interface SkillFile {
  readonly path: string;
  /** Null for text. */
  readonly media_type: string | null;
  /** Characters of a text, bytes of another file. */
  readonly size: number;
}

/** Revisions never change, so each process reads the start of one once. */
const firstPieces = new LRUCache<string, TextPiece>({
  maxSize: 8_000_000,
  sizeCalculation: ({ text }) => text.length + 1,
});

/** Reads the start of a revision's instructions. */
export function readFirstPiece(db: Executor, revisionId: string): Promise<TextPiece | undefined> {
  return getOrLoad(firstPieces, revisionId, () => readInstructions(db, revisionId, 0));
}

/** Reads instructions from a character position. */
export async function readInstructions(db: Executor, revisionId: string, from: number): Promise<TextPiece | undefined> {
  const { rows } = await sql<TextPiece>`
    select substr(instructions, ${from + 1}::int, ${MAX_PIECE_LENGTH}::int) as text, char_length(instructions) as total
    from skill_revisions where id = ${revisionId}`.execute(db);
  return rows[0];
}

/** Reads a text file from a character position. Returns undefined if the revision has no such text. */
export async function readDoc(
  db: Executor,
  revisionId: string,
  path: string,
  from: number,
): Promise<TextPiece | undefined> {
  const { rows } = await sql<TextPiece>`
    select substr(doc, ${from + 1}::int, ${MAX_PIECE_LENGTH}::int) as text, char_length(doc) as total
    from (select reference_docs ->> ${path}::text as doc from skill_revisions where id = ${revisionId}) d where doc is not null`.execute(
    db,
  );
  return rows[0];
}

/** Lists all files of a revision except SKILL.md, by path. */
export async function listSkillFiles(db: Executor, revisionId: string): Promise<SkillFile[]> {
  const { rows: docs } = await sql<SkillFile>`
    select d.key as path, null as media_type, char_length(d.value) as size
    from skill_revisions r cross join json_each_text(r.reference_docs) d where r.id = ${revisionId}`.execute(db);
  const assets = await listFiles(db, revisionId);
  return [...docs, ...assets.map(({ name: path, media_type, size }) => ({ path, media_type, size }))].toSorted(
    (a, b) => (a.path < b.path ? -1 : 1),
  );
}
