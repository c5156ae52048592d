import Type, { type Static } from 'typebox';
import type { PassageRow } from '../../src/knowledge/documents/passages.ts';
import { Id, Nullable } from '../schemas.ts';

/** A passage of a document. */
export const Chunk = Type.Object(
  {
    id: Id,
    document_id: Id,
    position: Type.Integer({ description: 'its place in the document, from 0' }),
    text: Type.String(),
    page: Nullable(Type.Integer({ description: 'the one on which it begins, from 1' })),
    heading_path: Type.Array(Type.String(), { description: 'headings above it, the highest first' }),
    token_count: Type.Integer(),
  },
  { title: 'Chunk' },
);

export function chunkRecord(row: PassageRow): Static<typeof Chunk> {
  const { id, document_id, position, text, page, heading_path, token_count } = row;
  return { id, document_id, position, text, page, heading_path, token_count };
}
