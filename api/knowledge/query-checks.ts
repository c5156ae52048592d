import type { Static } from 'typebox';
import { assertPermission } from '../../src/access/delegation.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { getGrantsOn } from '../../src/access/principal-grants.ts';
import { filterCollections, filterMembers } from '../../src/knowledge/collections/queries.ts';
import { documentProblems, queryProblems } from '../../src/knowledge/problems.ts';
import { assertConditionsSpelled, toSearchFilters } from '../../src/knowledge/retrieval/filters.ts';
import { getAnsweringModel } from '../../src/knowledge/retrieval/query.ts';
import { findSearchReranker } from '../../src/knowledge/retrieval/reranker.ts';
import {
  assertRetrievalValid,
  type Retrieval,
  type RetrievalSettings,
  resolveRetrieval,
} from '../../src/knowledge/retrieval/settings.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { checkEach, errors, Problems, type ValidationError } from '../../src/platform/errors.ts';
import type { Problem } from '../../src/platform/messages.ts';
import type { RerankerEntry } from '../../src/platform/models/catalog.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { getProjectConfig } from '../../src/projects/config.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type CollectionQuery, type CollectionsQuery, DEFAULT_RESULTS } from './query-schemas.ts';
import type { QueryFields, QueryInput } from './stored-queries.ts';

type QueryBody = Partial<Static<typeof CollectionQuery>>;
type CheckedInput<B> = Pick<QueryInput, 'ctx' | 'caller'> & { readonly body: Partial<B> };
type ToError = (field: string) => (problem: Problem) => ValidationError;
const toBodyError: ToError = (field) => (problem) => errors.invalid(field, problem);

/** Checks a query, in addition to the problems found so far. Throws a 422 with all problems, or a 403. */
export async function checkQuery(
  { ctx, caller }: Pick<QueryInput, 'ctx' | 'caller'>,
  body: QueryBody,
  problems: Problems,
  toError: ToError = toBodyError,
): Promise<QueryFields> {
  const { orgId, projectId } = caller;
  const { query = '', results_only = false, llm_model_id, rerank_model, filters } = body;
  assertCanChooseModel(caller, llm_model_id ?? rerank_model);
  const config = await getProjectConfig(ctx.db, projectId);
  const exclusions = await listEffectiveExclusions(ctx.db, orgId, projectId);
  const chooseModel = () =>
    getAnsweringModel(ctx.models, exclusions, llm_model_id ?? config.llm, toError('llm_model_id'));
  const model = (await problems.run(() => (results_only ? null : chooseModel()))) ?? null;
  const chooseReranker = () => getReranker(ctx, rerank_model, toError('rerank_model'));
  const reranker =
    (await problems.run(chooseReranker)) ?? findSearchReranker({ models: ctx.models, exclusions }, null, config);
  const retrieval = (await problems.run(() => getRetrieval({ ...body, results_only }, toError))) ?? resolveRetrieval();
  const searchFilters = await problems.runLast(() => toSearchFilters(ctx.db, projectId, filters));
  const limit = body.limit ?? config.knn ?? DEFAULT_RESULTS;
  return { query, limit, filters: searchFilters, model, reranker, retrieval, exclusions, config };
}

/** Checks a query of a collection, like {@link checkQuery}. */
export async function checkCollectionQuery(
  { ctx, caller, body }: CheckedInput<Static<typeof CollectionQuery>>,
  collectionId: string,
): Promise<QueryFields> {
  const problems = new Problems();
  await problems.run(() => assertConditionsSpelled(body));
  await problems.run(() => assertMembers(ctx, collectionId, body.filters?.document_ids));
  return checkQuery({ ctx, caller }, body, problems);
}

/** Checks a query of several collections, like {@link checkQuery}. `ids` is null for all collections. */
export async function checkCollectionsQuery({
  ctx,
  caller,
  body,
}: CheckedInput<Static<typeof CollectionsQuery>>): Promise<{
  readonly ids: string[] | null;
  readonly fields: QueryFields;
}> {
  const problems = new Problems();
  await problems.run(() => assertConditionsSpelled(body, ['collection_ids']));
  const ids = await problems.run(() => getVisibleCollections(ctx.db, caller, body.collection_ids));
  return { ids: ids ?? null, fields: await checkQuery({ ctx, caller }, body, problems) };
}

/** Returns unique IDs. Throws a 422 for each one that is not a collection of the project that the caller may view. */
async function getVisibleCollections(db: Executor, caller: Caller, ids: readonly string[] | undefined) {
  if (ids === undefined) return undefined;
  const unique = [...new Set(ids)];
  const known = new Set(await filterCollections(db, caller.projectId, unique));
  const getGrants = await getGrantsOn(db, caller, 'collection', unique);
  checkEach(ids, (id, index) => {
    if (!known.has(id) || !hasPermission(getGrants(id), 'collection:view'))
      throw errors.invalid(['collection_ids', index], commonProblems.unknown_resource({ resource: 'collection' }));
  });
  return unique;
}

/**
 * Throws a 403 if the caller names a model but may not run tasks in the project: another model than the project's default
 * may cost more.
 */
function assertCanChooseModel(caller: Caller, model: string | null | undefined): void {
  if (model != null) assertPermission(caller, { type: 'project', id: caller.projectId }, 'task:run');
}

/** Returns the reranker that a query names, undefined if it names none. */
function getReranker(
  { models }: ApiContext,
  name: string | undefined,
  toError: (problem: Problem) => Error,
): RerankerEntry | undefined {
  const reranker = name === undefined ? undefined : models.findReranker(name);
  if (name !== undefined && reranker === undefined) throw toError(queryProblems.unknown_reranker);
  return reranker;
}

/** Returns the settings of retrieval. Throws a 422 for invalid combinations. */
function getRetrieval(fields: RetrievalSettings & { readonly results_only: boolean }, toError: ToError): Retrieval {
  assertRetrievalValid(fields, (field, problem) => toError(field)(problem));
  const retrieval = resolveRetrieval(fields);
  if (retrieval.iterative !== null && fields.results_only)
    throw toError('retrieval_mode')(queryProblems.iterative_without_model);
  return retrieval;
}

/** Throws a 422 for each document of a filter that is not in the collection. */
async function assertMembers({ db }: ApiContext, collectionId: string, ids: readonly string[] = []): Promise<void> {
  const members = new Set(ids.length === 0 ? [] : await filterMembers(db, collectionId, ids));
  checkEach(ids, (id, index) => {
    if (!members.has(id))
      throw errors.invalid(['filters', 'document_ids', index], documentProblems.document_not_in_collection);
  });
}
