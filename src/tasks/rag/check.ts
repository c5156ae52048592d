import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { holds, rolesAllow } from '../../access/permissions.ts';
import { findReadableCollection } from '../../knowledge/reading/collections.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { taskProblems } from '../problems.ts';
import type { RevisionFields } from '../queries.ts';
import { RAG_FIELDS, RAG_SETTINGS } from './settings.ts';

/**
 * Checks what a revision looks up. The collection is one that the asker sees: the task would read it for them. What the
 * revision before looked up was chosen by somebody who saw it, and stays. Throws a 422, or a 403 where only the credential
 * is in the way.
 */
export async function checkRag(
  db: Executor,
  asker: Asker,
  { rag, input_params: params }: Pick<RevisionFields, 'rag' | 'input_params'>,
  before: Pick<RevisionFields, 'rag'> | undefined,
): Promise<void> {
  if (rag === null) return;
  const unknown = [
    ...unknownIn(rag, RAG_FIELDS).map((key) => [key]),
    ...unknownIn(rag.rag_config ?? {}, RAG_SETTINGS).map((key) => ['rag_config', key]),
  ];
  if (unknown[0]) throw errors.invalid(['rag', ...unknown[0]], taskProblems.unknown_retrieval_setting);
  const { candidate_k: candidates, final_k: final } = rag.rag_config ?? {};
  if (candidates !== undefined && final !== undefined && final > candidates)
    throw errors.invalid(['rag', 'rag_config', 'final_k'], taskProblems.final_k_too_large({ limit: candidates }));
  if (rag.rag_param !== undefined && !params.includes(rag.rag_param))
    throw errors.invalid(['rag', 'rag_param'], taskProblems.unknown_variable);
  if (rag.collection_id !== before?.rag?.collection_id) await checkSeen(db, asker, rag.collection_id);
}

async function checkSeen(db: Executor, asker: Asker, id: string): Promise<void> {
  const holdings = (await holdingsOn(db, asker, 'collection', [id]))(id);
  const sees = rolesAllow(holdings, 'collection:view');
  if (!sees || !(await findReadableCollection(db, asker.projectId, id)))
    throw errors.invalid(['rag', 'collection_id'], commonProblems.unknown_resource({ resource: 'collection' }));
  if (!holds(holdings, 'collection:view'))
    throw accessErrors.permissionCheckFailed(asker.subject, { type: 'collection', id }, 'view');
}

function unknownIn(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((key) => !known.includes(key));
}
