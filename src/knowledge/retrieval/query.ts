import { assertModelAllowed, type Exclusion, findExclusion } from '../../models/exclusions.ts';
import type { Config } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import type { Message, Problem } from '../../platform/messages.ts';
import type { ModelCatalog, ModelEntry } from '../../platform/models/catalog.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import type { ModelGateway } from '../../platform/models/gateway.ts';
import type { ModelRequest, ModelResponse } from '../../platform/models/request.ts';
import type { ChosenConfig } from '../../projects/config.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import { usageErrors } from '../../usage/errors.ts';
import { payAndSettle } from '../../usage/model-calls.ts';
import { CreditShortage } from '../../usage/shortage.ts';
import { queryErrors } from '../errors.ts';
import { queryProblems } from '../problems.ts';
import { answerQuestion, type GroundedAnswer } from './answer.ts';
import { addContext } from './context.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { searchExpanded } from './expand.ts';
import type { IterativeRetrieval, RetrievalStep, Retrieved } from './iterative.ts';
import { createPlanner } from './plan.ts';
import type { SearchContext } from './search.ts';
import type { Retrieval } from './settings.ts';

/** Maximum duration of a query in seconds. */
const MAX_QUERY_SECONDS = 90;

/** Dependencies of queries. */
type QueryContext = SearchContext & { readonly gateway: ModelGateway; readonly config: Config };

/** A query with its payer. */
export interface Query extends Omit<SearchRequest, 'payer'> {
  /** ID that charges refer to. */
  readonly id: string;
  readonly orgId: string;
  /** Model rules of the project. */
  readonly exclusions: readonly Exclusion[];
  /** Answering model. Null for results only. */
  readonly model: ModelEntry | null;
  readonly config: ChosenConfig;
  readonly retrieval: Retrieval;
}

/** Hits and the answer of a model. */
export interface QueryAnswer {
  readonly hits: readonly Hit[];
  /** Null for results only. */
  readonly answer: GroundedAnswer | null;
  /** What limits the hits and the answer. */
  readonly warnings: readonly Message[];
  /** Steps of an iterative retrieval. */
  readonly steps?: readonly RetrievalStep[];
}

/**
 * Searches, unless an iterative retrieval has ended with `retrieved`, and has a model answer. The organization pays.
 * Throws a 402 without credits, and 502, 503 or 504 if a model fails. `cancelSignal` aborts it.
 */
export async function answerQuery(
  ctx: QueryContext,
  query: Query,
  cancelSignal: AbortSignal,
  retrieved?: Retrieved,
): Promise<QueryAnswer> {
  const { orgId, model, config, retrieval } = query;
  const signal = AbortSignal.any([cancelSignal, AbortSignal.timeout(MAX_QUERY_SECONDS * 1000)]);
  try {
    const found = retrieved ?? (await searchOnce(ctx, query, signal));
    const hits = await addContext(ctx.db, found.hits, retrieval.context);
    const { steps, warnings } = found;
    if (model === null) return { hits, answer: null, warnings, steps };
    const { chat_system_commands: commands = [], temperature = null } = config;
    const callModel = createModelCall(ctx, query, signal);
    const question = { query: query.query, hits, model, callModel, commands, temperature };
    const { answer, warnings: answerWarnings } = await answerQuestion(question);
    return { hits, answer, warnings: [...warnings, ...answerWarnings], steps };
  } catch (error) {
    throw toQueryError(error, orgId);
  }
}

async function searchOnce(ctx: QueryContext, query: Query, signal: AbortSignal): Promise<Retrieved> {
  const warnings: Message[] = [];
  const onWarning = (warning: Message) => void warnings.push(warning);
  const request = { ...query, payer: toQueryPayer(query) };
  const hits = await searchExpanded(ctx, request, getExpansion(ctx, query, signal), { signal, onWarning });
  return { hits, steps: [], warnings };
}

/** Returns the iterative retrieval of a query, undefined for a single search. */
export function getIterativeRetrieval(
  ctx: QueryContext,
  query: Query,
  signal: AbortSignal,
): IterativeRetrieval | undefined {
  const { model, retrieval } = query;
  if (retrieval.iterative === null || model === null) return undefined;
  const payer = toQueryPayer(query);
  const planner = createPlanner(ctx, { ...payer, left: null }, model, (request) =>
    ctx.gateway.generate(request, { signal }),
  );
  const expansion = getExpansion(ctx, query, signal);
  return { request: { ...query, payer }, limits: retrieval.iterative, planner, expansion };
}

function getExpansion(ctx: QueryContext, query: Query, signal: AbortSignal) {
  const { model, config } = query;
  const expands = model !== null && config.query_expansion;
  return expands ? { model, callModel: createModelCall(ctx, query, signal) } : undefined;
}

function createModelCall(ctx: QueryContext, query: Query, signal: AbortSignal) {
  const payer = toQueryPayer(query);
  return (request: ModelRequest) => callAndPay(ctx, payer, request, signal);
}

/** Converts a failure of a model or of its payment to the error of the API. Returns other errors as they are. */
export function toQueryError(error: unknown, orgId: string): unknown {
  if (error instanceof CreditShortage) return toCreditError(error, orgId);
  if (!(error instanceof ModelCallError)) return error;
  return error.reason === 'aborted' ? queryErrors.timedOut(MAX_QUERY_SECONDS) : queryErrors.model(error);
}

/**
 * Returns the named model, else the first allowed one that can answer. Throws a 422 for the field, and a 409 if a rule
 * excludes the model.
 */
export function getAnsweringModel(
  models: ModelCatalog,
  exclusions: readonly Exclusion[],
  name: string | null | undefined,
  toError: (problem: Problem) => Error,
): ModelEntry {
  const isAllowed = (model: ModelEntry) => canAnswer(model) && !findExclusion(exclusions, model);
  const model = name == null ? models.all().find(isAllowed) : models.find(name);
  if (model === undefined)
    throw toError(name == null ? queryProblems.no_answering_model : queryProblems.unknown_answering_model);
  if (!canAnswer(model)) throw toError(queryProblems.answering_model_not_usable({ model: model.name }));
  assertModelAllowed(exclusions, model);
  return model;
}

function canAnswer({ retired, output_modalities }: ModelEntry): boolean {
  return !retired && output_modalities.some((modality) => ['text', 'json'].includes(modality));
}

function toCreditError({ budgetId }: CreditShortage, orgId: string): Error {
  return budgetId === undefined ? usageErrors.insufficientCredits(orgId) : usageErrors.budgetExceeded(budgetId);
}

/** Returns the payer of a query outside of runs. */
export function toQueryPayer({
  id = newId(),
  orgId,
  projectId,
  exclusions,
}: Pick<Query, 'orgId' | 'projectId' | 'exclusions'> & Partial<Pick<Query, 'id'>>): EmbeddingPayer {
  return { orgId, projectId, cause: { type: 'query', id, table: null }, of: [], exclusions };
}

function callAndPay(
  ctx: QueryContext,
  payer: EmbeddingPayer,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelResponse> {
  return payAndSettle(ctx, { ...payer, left: null }, request, (affordable) =>
    ctx.gateway.generate(affordable, { signal }),
  );
}
