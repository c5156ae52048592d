import { accessErrors } from '../../access/errors.ts';
import { hasPermission, rolesHavePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import { collectionToRead } from '../../knowledge/reading/collections.ts';
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
  principal: Principal,
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
  if (rag.collection_id !== before?.rag?.collection_id) await checkSeen(db, principal, rag.collection_id);
}

async function checkSeen(db: Executor, principal: Principal, id: string): Promise<void> {
  const grants = (await getGrantsOn(db, principal, 'collection', [id]))(id);
  const sees = rolesHavePermission(grants, 'collection:view');
  if (!sees || !(await collectionToRead(db, principal.projectId, id)))
    throw errors.invalid(['rag', 'collection_id'], commonProblems.unknown_resource({ resource: 'collection' }));
  if (!hasPermission(grants, 'collection:view'))
    throw accessErrors.permissionCheckFailed(principal.subject, { type: 'collection', id }, 'view');
}

function unknownIn(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((key) => !known.includes(key));
}
