import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import type { ParsedDocument } from '../contract.ts';

/** Whose documents, and who brings them. */
export interface Bringer {
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
  /** How the request came in, as runs have it. */
  readonly triggerType: string;
}

/** A queued ingestion; one that goes on with what an earlier one left says what that is. */
export interface NewIngestion {
  readonly documentId: string;
  readonly ingestionId: string;
  readonly edition?: number;
  readonly parsed?: ParsedDocument | null;
  readonly chunked?: number | null;
}

/** Stores ingestions; the contents of their documents have to name them. */
export async function insertIngestions(
  trx: Executor,
  { orgId, projectId, by, triggerType }: Bringer,
  ingestions: readonly NewIngestion[],
): Promise<void> {
  await trx
    .insertInto('ingestions')
    .values(
      ingestions.map(({ documentId, ingestionId, edition = 1, parsed, chunked = null }) => ({
        id: ingestionId,
        org_id: orgId,
        project_id: projectId,
        document_id: documentId,
        status: 'queued' as const,
        edition,
        parsed: jsonOrNull(parsed),
        chunked,
        is_error: false,
        trigger_type: triggerType,
        input_tokens: 0,
        output_tokens: 0,
        charged_credits: '0',
        created_by_type: by.type,
        created_by: by.id,
      })),
    )
    .execute();
}
