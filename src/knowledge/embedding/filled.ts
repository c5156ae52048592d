import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { Space } from '../spaces.ts';

/** The chunks of a document that came of one reading of it. */
export interface EditionRef {
  readonly documentId: string;
  readonly edition: number;
}

/** Notes that some chunks of an edition have vectors in a space, or that all have. */
export async function noteFilled(
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
