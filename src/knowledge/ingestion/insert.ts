import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { QUEUED_RUN } from '../../runs/contract.ts';
import type { ParsedDocument } from '../contract.ts';

/** Owner and creator of ingestions. */
export interface IngestionAuthor {
  readonly orgId: string;
  readonly projectId: string;
  readonly by: SubjectRef;
  /** Trigger type of the run. */
  readonly triggerType: string;
}

/** A queued ingestion, optionally with the results of an earlier one. */
interface NewIngestion {
  readonly documentId: string;
  readonly ingestionId: string;
  readonly edition?: number;
  readonly parsed?: ParsedDocument | null;
  readonly chunked?: number | null;
}

/** Stores ingestions. The caller links them in the documents' contents. */
export async function insertIngestions(
  trx: Executor,
  { orgId, projectId, by, triggerType }: IngestionAuthor,
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
        ...QUEUED_RUN,
        edition,
        parsed: jsonOrNull(parsed),
        chunked,
        trigger_type: triggerType,
        created_by_type: by.type,
        created_by: by.id,
      })),
    )
    .execute();
}
