import Type, { type Static } from 'typebox';
import type { ChunkRow } from '../../src/knowledge/documents/chunks.ts';
import { Id, Nullable } from '../schemas.ts';

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
  },
  { title: 'Chunk' },
);

export function toChunkRecord(row: ChunkRow): Static<typeof Chunk> {
  const { id, document_id, position, text, page, heading_path, token_count } = row;
  return { id, document_id, position, text, page, heading_path, token_count };
}
