import { setTimeout as pause } from 'node:timers/promises';
import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { toPayer } from '../../../src/agents/runs/payer.ts';
import { type CollectionTool, DEFAULT_SEARCH_CHUNKS, READ_DOCUMENT } from '../../../src/agents/tools/collection.ts';
import { parseFilter } from '../../../src/knowledge/metadata/filters.ts';
import { selectFittingTexts } from '../../../src/knowledge/reading/fitting.ts';
import {
  findReadableDocument,
  listPassages,
  type Passage,
  type ReadableScope,
  type ReadPosition,
} from '../../../src/knowledge/reading/passages.ts';
import { addContext, withContextText } from '../../../src/knowledge/retrieval/context.ts';
import type { Hit, SearchFilters, SearchRequest } from '../../../src/knowledge/retrieval/contract.ts';
import { type Expansion, searchExpanded } from '../../../src/knowledge/retrieval/expand.ts';
import { type SearchFilterFields, toSearchFilters } from '../../../src/knowledge/retrieval/filters.ts';
import { retrieveIteratively } from '../../../src/knowledge/retrieval/iterative.ts';
import { createPlanner, type Planner } from '../../../src/knowledge/retrieval/plan.ts';
import { findSearchReranker } from '../../../src/knowledge/retrieval/reranker.ts';
import { resolveRetrieval } from '../../../src/knowledge/retrieval/settings.ts';
import type { Exclusion } from '../../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../../src/models/queries.ts';
import { ValidationError } from '../../../src/platform/errors.ts';
import { ModelCallError } from '../../../src/platform/models/errors.ts';
import { getProjectConfig } from '../../../src/projects/config.ts';
import { getMetadataFields } from '../../../src/projects/queries.ts';
import { payAndSettle } from '../../../src/usage/model-calls.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { canRetry, toShortageError } from '../../model-failure.ts';
import { getConfiguredModel } from '../../model-settings.ts';
import { type CallResult, toFailure, toSuccess } from '../calls/outcome.ts';
import { getCreditsLeft } from '../turns/credits.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

/** Maximum tokens of the chunks in one result. */
const MAX_TOKENS = { search: 6000, reading: 6000 } as const;
/** Maximum number of chunks that one call reads. */
const MAX_READ_CHUNKS = 50;
/** Maximum duration of a call in milliseconds. */
const DEADLINE_MS = 8000;
/** Maximum duration of a call with an iterative retrieval in milliseconds. */
const ITERATIVE_DEADLINE_MS = 120_000;
/** Maximum duration of the query expansion in milliseconds. After that the original query is used. */
const EXPANSION_MS = 4000;
/** Pauses in milliseconds before retries of a search whose embedding model is unavailable. */
const PAUSES_MS = [200, 800];

interface Reading {
  readonly document_id: string;
  readonly chunk_id?: string;
  readonly page?: number;
  readonly last_page?: number;
  readonly from?: number;
}

/** Executes searches and reads. The texts of documents are data only. */
export const collectionExecutor: ToolExecutor<CollectionTool> = {
  // Reads require the permissions of the run's starter in addition to the agent's collections.
  needsRights: true,
  async execute(ctx, call) {
    if (call.tool.name === READ_DOCUMENT) return read(ctx, call, call.args as Reading);
    const isIterative = call.tool.collections[0]?.retrieval.retrieval_mode === 'iterative';
    const deadline = AbortSignal.timeout(isIterative ? ITERATIVE_DEADLINE_MS : DEADLINE_MS);
    return searchCollections(ctx, call, call.args as SearchCall, AbortSignal.any([call.signal, deadline]));
  },
};

interface SearchCall {
  readonly query: string;
  readonly limit?: number;
  readonly filter?: object;
}

async function searchCollections(
  ctx: ActivityContext,
  { run, tool: { collections } }: ToolCall<CollectionTool>,
  { query, limit: requestedLimit, filter }: SearchCall,
  signal: AbortSignal,
): Promise<CallResult> {
  if (query.trim() === '') return toFailure('NO_QUERY', 'the query is blank');
  const filters = await getFilters(ctx, run.project_id, collections[0]?.filters, filter);
  if ('state' in filters) return filters;
  const config = await getProjectConfig(ctx.db, run.project_id);
  const limit = requestedLimit ?? config.knn ?? DEFAULT_SEARCH_CHUNKS;
  const exclusions = await listEffectiveExclusions(ctx.db, run.org_id, run.project_id);
  const scope = { exclusions, llm: config.llm ?? null };
  const expansion = config.query_expansion ? await createExpansion(ctx, run, scope, signal) : undefined;
  const { iterative, context } = resolveRetrieval(collections[0]?.retrieval);
  const planner = iterative === null ? undefined : await createRunPlanner(ctx, run, scope, signal);
  const request: SearchRequest = {
    projectId: run.project_id,
    payer: { ...toPayer(run), exclusions },
    scope: { collectionIds: collections.map(({ id }) => id) },
    subject: { type: run.created_by_type, id: run.created_by },
    query,
    limit,
    filters,
    reranker: findSearchReranker({ models: ctx.models, exclusions }, null, config),
  };
  const retrieve = async () => {
    if (iterative === null || planner === undefined) return searchExpanded(ctx, request, expansion, { signal });
    const retrieval = { request, limits: iterative, planner, expansion };
    return (await retrieveIteratively(ctx, retrieval, { signal })).hits;
  };
  const found = await searchWithRetries(retrieve, signal);
  if ('state' in found) return found;
  const hits = await addContext(ctx.db, found, context);
  const shown = hits.map((hit) => toChunkResult(withContextText(hit)));
  const results = selectFittingTexts(shown, { tokens: MAX_TOKENS.search, count: limit }, around);
  return toSuccess({
    results,
    ...(results.length === 0 && { hint: 'no results; try another query' }),
  });
}

/** Combines the filters of the attachment with that of the call. Returns a failure if one is invalid. */
async function getFilters(
  { db }: ActivityContext,
  projectId: string,
  attached: SearchFilterFields | undefined,
  filter: object | undefined,
): Promise<SearchFilters | CallResult> {
  try {
    const fixed = await toSearchFilters(db, projectId, attached);
    if (filter === undefined) return fixed;
    const own = parseFilter(await getMetadataFields(db, projectId), filter, ['filter']);
    return { ...fixed, metadata: fixed.metadata ? { and: [fixed.metadata, own] } : own };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return toFailure('INVALID_FILTER', error.message);
  }
}

/** Returns the query expansion: by the project's model, else by the agent's. */
async function createExpansion(
  ctx: ActivityContext,
  run: CallInRun['run'],
  scope: SearchModelScope,
  signal: AbortSignal,
): Promise<Expansion> {
  const { model, payer } = await getSearchModel(ctx, run, scope);
  const bound = AbortSignal.any([signal, AbortSignal.timeout(EXPANSION_MS)]);
  return {
    model,
    callModel: (request) => payAndSettle(ctx, payer, request, (paid) => ctx.gateway.generate(paid, { signal: bound })),
  };
}

/** Returns the planner of an iterative retrieval: by the project's model, else by the agent's. */
async function createRunPlanner(
  ctx: ActivityContext,
  run: CallInRun['run'],
  scope: SearchModelScope,
  signal: AbortSignal,
): Promise<Planner> {
  const { model, payer } = await getSearchModel(ctx, run, scope);
  return createPlanner(ctx, payer, model, (request) => ctx.gateway.generate(request, { signal }));
}

interface SearchModelScope {
  readonly exclusions: readonly Exclusion[];
  /** Model of the project. Null for the agent's. */
  readonly llm: string | null;
}

async function getSearchModel(ctx: ActivityContext, run: CallInRun['run'], { exclusions, llm }: SearchModelScope) {
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  const left = await getCreditsLeft(ctx, run, revision);
  const model = await getConfiguredModel(ctx, llm ?? revision.llm_model_id);
  return { model, payer: { ...toPayer(run), exclusions, left } };
}

function toChunkResult({ documentId, title, chunkId, page, headingPath, text }: Hit) {
  return { document_id: documentId, title, chunk_id: chunkId, page, heading_path: headingPath, text };
}

/** Searches, with retries while the embedding model is unavailable. */
async function searchWithRetries(
  search: () => Promise<readonly Hit[]>,
  signal: AbortSignal,
): Promise<readonly Hit[] | CallResult> {
  for (let tries = 0; ; tries++) {
    try {
      return await search();
    } catch (error) {
      if (error instanceof CreditShortage) return { state: 'failed', error: toShortageError(error), sent: false };
      if (!(error instanceof ModelCallError)) throw error;
      const wait = PAUSES_MS[tries];
      if (wait === undefined || !canRetry(error, tries + 1) || signal.aborted)
        return toFailure(`MODEL_${error.reason.toUpperCase()}`, `the search failed: ${error.message}`);
      await pause(wait);
    }
  }
}

async function read(
  ctx: ActivityContext,
  { run, tool: { collections } }: ToolCall<CollectionTool>,
  args: Reading,
): Promise<CallResult> {
  const place = toPosition(args);
  if (place === undefined)
    return toFailure(
      'NOT_ONE_PLACE',
      'set one of chunk_id, page or from; last_page requires page and must not be smaller',
    );
  const parts: ReadableScope[] = [];
  for (const { id, filters: attached } of collections) {
    const filters = await getFilters(ctx, run.project_id, attached, undefined);
    if ('state' in filters) return filters;
    parts.push({ collectionId: id, filters });
  }
  const subject = { type: run.created_by_type, id: run.created_by };
  const document = await findReadableDocument(ctx.db, { projectId: run.project_id, subject }, parts, args.document_id);
  if (!document) return toFailure('UNKNOWN_DOCUMENT', 'the collections of this agent contain no document with this id');
  const isBeyondEnd = 'pages' in place && place.pages.first > (document.page_count ?? 0);
  const found = isBeyondEnd ? [] : await listPassages(ctx.db, document, place, MAX_READ_CHUNKS);
  const passages = takeWholeChunks(found);
  const last = passages.at(-1);
  if (!last) return toFailure('NO_SUCH_PLACE', `the document has no such position; ${describeExtent(document)}`);
  const next = last.position + 1 < document.chunk_count ? last.position + 1 : null;
  const { id: document_id, title, page_count } = document;
  return toSuccess({ document_id, title, page_count, passages, next });
}

/** Takes as many complete chunks from the start as fit. */
function takeWholeChunks(found: readonly Passage[]): Passage[] {
  let count = found.length;
  const taken = () => selectFittingTexts(found.slice(0, count), { tokens: MAX_TOKENS.reading, count }, around);
  while (count > 1 && taken().length < count) count--;
  return taken();
}

function around(item: { readonly text: string }): string {
  return JSON.stringify({ ...item, text: '' });
}

/** Returns the position to read from. Undefined if the arguments name more than one. */
function toPosition({
  chunk_id: around,
  page: first,
  last_page: last = first,
  from,
}: Reading): ReadPosition | undefined {
  const said = [around, first ?? last, from].filter((one) => one !== undefined);
  if (said.length > 1) return undefined;
  if (around !== undefined) return { around };
  if (last === undefined) return { from: from ?? 0 };
  return first === undefined || last < first ? undefined : { pages: { first, last } };
}

function describeExtent({
  page_count,
  chunk_count,
}: {
  readonly page_count: number | null;
  readonly chunk_count: number;
}) {
  const pages = page_count === null ? 'it has no pages' : `its pages are 1 to ${page_count}`;
  return `${pages}, its positions 0 to ${Math.max(0, chunk_count - 1)}`;
}
