import Type, { type Static } from 'typebox';
import type { ChunkRow } from '../../src/knowledge/documents/chunks.ts';
import { Id, NonBlankText, Nullable, Timestamp } from '../../src/platform/schemas.ts';

/** Chunk of a document. */
export const Chunk = Type.Object(
  {
    id: Id,
    document_id: Id,
    position: Type.Integer({ description: 'Position in the document, from 0.' }),
    text: Type.String(),
    page: Nullable(Type.Integer({ description: 'First page, from 1. Null if the format has no pages.' })),
    heading_path: Type.Array(Type.String(), { description: 'Headings above the chunk, outermost first.' }),
    token_count: Type.Integer(),
    enabled: Type.Boolean({ description: 'Whether searches and agents may return it.' }),
    edited: Nullable(Type.String({ ...Timestamp, description: 'Time of the latest edit of the text.' })),
    original_text: Nullable(Type.String({ description: 'Text before its first edit. Null if it was never edited.' })),
  },
  { title: 'Chunk' },
);

/** Returns the record of a chunk. */
export function toChunkRecord(row: ChunkRow): Static<typeof Chunk> {
  const { id, document_id, position, text, page, heading_path, token_count, enabled, edited_at, original_text } = row;
  const edited = edited_at?.toISOString() ?? null;
  return { id, document_id, position, text, page, heading_path, token_count, enabled, edited, original_text };
}

/** Maximum length of an edited text in characters. */
const MAX_EDITED_LENGTH = 20_000;

/** Edit of a chunk. */
export const ChunkUpdate = Type.Object({
  text: Type.Optional(NonBlankText(MAX_EDITED_LENGTH, { description: 'New text.' })),
  enabled: Type.Optional(Type.Boolean({ description: 'False excludes the chunk from searches.' })),
});
