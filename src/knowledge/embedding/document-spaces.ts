import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { Space } from '../spaces.ts';

/** One edition of the chunks of a document. */
interface EditionRef {
  readonly documentId: string;
  readonly edition: number;
}

/** Stores whether some or all chunks of an edition have vectors in a space. */
export async function recordDocumentSpace(
  db: Executor,
  { documentId, edition }: EditionRef,
  space: Pick<Space, 'id'>,
  filled: boolean,
): Promise<void> {
  await sql`
    insert into document_spaces (document_id, space_id, edition, filled)
    values (${documentId}, ${space.id}, ${edition}::int, ${filled})
    on conflict (document_id, space_id, edition) do update set filled = excluded.filled, modified = now()
    where not document_spaces.filled`.execute(db);
}
