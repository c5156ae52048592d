import { addContext, withContextText } from '../../src/knowledge/retrieval/context.ts';
import type { Hit, SearchFilters, SearchRequest } from '../../src/knowledge/retrieval/contract.ts';
import { type Expansion, searchExpanded } from '../../src/knowledge/retrieval/expand.ts';
import { toSearchFilters } from '../../src/knowledge/retrieval/filters.ts';
import { type RetrievalProgress, retrieveIteratively } from '../../src/knowledge/retrieval/iterative.ts';
import { createPlanner } from '../../src/knowledge/retrieval/plan.ts';
import { findSearchReranker } from '../../src/knowledge/retrieval/reranker.ts';
import type { RetrievalLimits } from '../../src/knowledge/retrieval/settings.ts';
import { ValidationError } from '../../src/platform/errors.ts';
import type { ModelSettings } from '../../src/platform/models/gateway.ts';
import { getFallbackSettings, toModelSettings as modelSettings } from '../../src/platform/models/settings.ts';
import { fillPrompt, renderValue } from '../../src/platform/prompt.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import { toPayer } from '../../src/tasks/payer.ts';
import { applyPreparation, type RetrievedContext } from '../../src/tasks/prepared.ts';
import { renderContext } from '../../src/tasks/rag/context.ts';
import { type Rag, resolveRagSettings } from '../../src/tasks/rag/settings.ts';
import { storeRetrievalProgress } from '../../src/tasks/started-run.ts';
import { callWithPayment, payAndSettle, settleCall } from '../../src/usage/model-calls.ts';
import type { ActivityContext } from '../context.ts';
import { getConfiguredModel, toStorableText } from '../model-settings.ts';
import type { Attempt } from './attempt.ts';
import { isFinal } from './failures.ts';
import { maskPassages } from './guardrails.ts';
import { PreparationFailure } from './processors/kind.ts';

/** Maximum characters of a text that is used as the query. */
const MAX_QUERY_LENGTH = 4000;
/** Maximum characters of a query that a model writes. */
const MAX_REWRITTEN_LENGTH = 1000;

const REWRITE_PROMPT =
  'You write queries for a document search. The message is a text whose author wants an answer. ' +
  'Respond with only one short query, in the language of the text, that names what must be found.';

/** Retrieves the context that a run's revision requests. */
export async function retrieveContext(ctx: ActivityContext, attempt: Attempt, signal: AbortSignal) {
  const { run, revision } = attempt;
  const { rag } = revision;
  if (rag === null) throw new Error(`task revision ${revision.id} has no retrieval`);
  const settings = resolveRagSettings(rag, run.project_config.knn);
  const values = applyPreparation(run.input, run.prepared);
  const param = rag.rag_param ?? null;
  const source = param === null ? fillPrompt(revision.user_prompt, values) : renderValue(param, values);
  const rewritten = settings.rewritesQuery ? await rewriteQuery(ctx, attempt, source, signal) : undefined;
  const query = (rewritten ?? source).slice(0, MAX_QUERY_LENGTH).toWellFormed();
  const request: SearchRequest = {
    projectId: run.project_id,
    payer: { ...toPayer(run), exclusions: run.exclusions },
    scope: { collectionIds: [rag.collection_id] },
    subject: { type: run.created_by_type, id: run.created_by },
    query,
    filters: await getFilters(ctx, run.project_id, rag),
    limit: settings.passages,
    candidates: settings.candidates,
    reranker: findSearchReranker(
      { models: ctx.models, exclusions: run.exclusions },
      settings.rerankModel,
      run.project_config,
    ),
  };
  const { iterative, context } = settings.retrieval;
  // A blank query matches nothing.
  const found = query.trim() === '' ? [] : await retrieve(ctx, attempt, { request, limits: iterative }, signal);
  const withContext = (await addContext(ctx.db, found, context)).map(withContextText);
  const { made: passages, hits, texts } = await maskPassages(attempt, withContext, signal);
  const { text, sources } = renderContext(passages, settings.budget, settings.instruction);
  const made: RetrievedContext = {
    param,
    ...(rewritten !== undefined && { query: rewritten }),
    text: toStorableText(text),
    ...(settings.includesSources && { sources }),
  };
  return { made, hits, texts };
}

/** Searches once, or in steps that continue after those that an earlier attempt stored. */
async function retrieve(
  ctx: ActivityContext,
  attempt: Attempt,
  { request, limits }: { readonly request: SearchRequest; readonly limits: RetrievalLimits | null },
  signal: AbortSignal,
): Promise<readonly Hit[]> {
  const { run } = attempt;
  const expansion = await findExpansion(ctx, attempt, signal);
  if (limits === null) return searchExpanded(ctx, request, expansion, { signal });
  const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
  const model = await getConfiguredModel(ctx, run.project_config.llm ?? getOwnModel(attempt));
  const planner = createPlanner(ctx, payer, model, (paid) => ctx.gateway.generate(paid, { signal }));
  const store = (progress: RetrievalProgress) => storeRetrievalProgress(ctx.db, run.id, progress);
  const start = run.prepared?.retrieval ?? null;
  return (await retrieveIteratively(ctx, { request, limits, planner, expansion }, { signal }, start, store)).hits;
}

const getOwnModel = ({ revision, useFallback }: Attempt) =>
  useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;

/** Returns the filters of the revision. Fails the run if a metadata field was removed or changed its type since. */
async function getFilters({ db }: ActivityContext, projectId: string, { rag_config }: Rag): Promise<SearchFilters> {
  try {
    return await toSearchFilters(db, projectId, rag_config?.filters);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new PreparationFailure('INVALID_FILTER', taskFailures.retrieval_filter_invalid({ cause: error.message }));
  }
}

/** Returns the query expansion, if the project enables it: by the project's model, else by the run's. */
async function findExpansion(
  ctx: ActivityContext,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Expansion | undefined> {
  const { run } = attempt;
  const { query_expansion: expands, llm } = run.project_config;
  if (!expands) return undefined;
  const own = getOwnModel(attempt);
  const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
  return {
    model: await getConfiguredModel(ctx, llm ?? own),
    callModel: (request) => payAndSettle(ctx, payer, request, (paid) => ctx.gateway.generate(paid, { signal })),
  };
}

/** Rewrites a text as a query with the run's model. Returns undefined if the model returns none. */
async function rewriteQuery(
  ctx: ActivityContext,
  { run, revision, number, useFallback, canFallBack: mayFallBack }: Attempt,
  source: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { llm_model_id: first, fallback_llm_model_id: fallback, llm_config, fallback_llm_config } = revision;
  const callModel = async (modelId: string | null, settings: ModelSettings) => {
    const request = {
      model: await getConfiguredModel(ctx, modelId),
      system: REWRITE_PROMPT,
      messages: [{ role: 'user' as const, content: source }],
      settings,
    };
    const payer = { ...toPayer(run), exclusions: run.exclusions, left: null };
    const { response: answer, call } = await callWithPayment(ctx, payer, request, (paid) =>
      ctx.gateway.generate(paid, { signal }),
    );
    await settleCall(ctx, call, answer);
    return toStorableText(answer.text).trim().slice(0, MAX_REWRITTEN_LENGTH).toWellFormed() || undefined;
  };
  const callFallback = () => callModel(fallback, getFallbackSettings(fallback_llm_config, llm_config));
  if (useFallback) return callFallback();
  try {
    return await callModel(first, modelSettings(llm_config));
  } catch (error) {
    if (!mayFallBack || !isFinal(error, number)) throw error;
    return callFallback();
  }
}
