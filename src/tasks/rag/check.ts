import { accessErrors } from '../../access/errors.ts';
import { hasPermission, hasRolePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import { findReadableCollection } from '../../knowledge/reading/collections.ts';
import { toSearchFilters } from '../../knowledge/retrieval/filters.ts';
import { getUsableReranker, type RerankerScope } from '../../knowledge/retrieval/reranker.ts';
import { assertBodyRetrievalValid } from '../../knowledge/retrieval/settings.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { taskProblems } from '../problems.ts';
import type { RevisionFields } from '../queries.ts';
import { RAG_FIELDS, RAG_FILTERS, RAG_SETTINGS } from './settings.ts';

/**
 * Throws a 422 if the retrieval settings are invalid or the principal cannot see a new collection, since the task
 * would read it for them. Throws a 403 if only the credential lacks the permission.
 */
export async function assertRagValid(
  db: Executor,
  principal: Principal,
  { rag, input_params: params }: Pick<RevisionFields, 'rag' | 'input_params'>,
  base: Pick<RevisionFields, 'rag'> | undefined,
  scope: RerankerScope,
): Promise<void> {
  if (rag === null) return;
  const unknown = [
    ...listUnknownKeys(rag, RAG_FIELDS).map((key) => [key]),
    ...listUnknownKeys(rag.rag_config ?? {}, RAG_SETTINGS).map((key) => ['rag_config', key]),
    ...listUnknownKeys(rag.rag_config?.filters ?? {}, RAG_FILTERS).map((key) => ['rag_config', 'filters', key]),
  ];
  if (unknown[0]) throw errors.invalid(['rag', ...unknown[0]], taskProblems.unknown_retrieval_setting);
  const { candidate_k: candidates, final_k: final } = rag.rag_config ?? {};
  if (candidates !== undefined && final !== undefined && final > candidates)
    throw errors.invalid(['rag', 'rag_config', 'final_k'], taskProblems.final_k_too_large({ limit: candidates }));
  if (rag.rag_param !== undefined && !params.includes(rag.rag_param))
    throw errors.invalid(['rag', 'rag_param'], taskProblems.unknown_variable);
  assertBodyRetrievalValid(rag.rag_config ?? {}, ['rag', 'rag_config']);
  const reranker = rag.rag_config?.rerank_model;
  // A stored name stays, although its reranker may be missing now: other fields can still be edited.
  if (reranker !== undefined && reranker !== base?.rag?.rag_config?.rerank_model)
    getUsableReranker(scope, reranker, ['rag', 'rag_config', 'rerank_model']);
  await toSearchFilters(db, principal.projectId, rag.rag_config?.filters, ['rag', 'rag_config', 'filters']);
  if (rag.collection_id !== base?.rag?.collection_id) await assertCollectionVisible(db, principal, rag.collection_id);
}

async function assertCollectionVisible(db: Executor, principal: Principal, id: string): Promise<void> {
  const grants = (await getGrantsOn(db, principal, 'collection', [id]))(id);
  const isVisible = hasRolePermission(grants, 'collection:view');
  if (!isVisible || !(await findReadableCollection(db, principal.projectId, id)))
    throw errors.invalid(['rag', 'collection_id'], commonProblems.unknown_resource({ resource: 'collection' }));
  if (!hasPermission(grants, 'collection:view'))
    throw accessErrors.permissionCheckFailed(principal.subject, { type: 'collection', id }, 'view');
}

function listUnknownKeys(value: object, known: readonly string[]): string[] {
  return Object.keys(value).filter((key) => !known.includes(key));
}
