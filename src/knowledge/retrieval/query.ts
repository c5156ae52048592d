import { assertModelAllowed, type Exclusion, findExclusion } from '../../models/exclusions.ts';
import type { Config } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import type { ModelCatalogue, ModelEntry } from '../../platform/models/catalogue.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import type { ModelGateway } from '../../platform/models/gateway.ts';
import type { ModelAnswer, ModelRequest } from '../../platform/models/request.ts';
import type { ChosenConfig } from '../../projects/config.ts';
import type { EmbeddingPayer } from '../../usage/embedding.ts';
import { usageErrors } from '../../usage/errors.ts';
import { payAndSettle } from '../../usage/model-calls.ts';
import { CreditShortage } from '../../usage/shortage.ts';
import { queryErrors } from '../errors.ts';
import { answerFrom, type GroundedAnswer } from './answer.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { searchWidely } from './expand.ts';
import type { SearchContext } from './search.ts';

/** Seconds that a query may take with everything. */
const LONGEST_SECONDS = 90;

/** What a query stands on. */
export type QueryContext = SearchContext & { readonly gateway: ModelGateway; readonly config: Config };

/** A query, and what it is charged to. */
export interface Query extends Omit<SearchRequest, 'payer'> {
  /** Names the query as the cause of its charges. */
  readonly id: string;
  readonly orgId: string;
  /** The rules on models that hold in the project. */
  readonly exclusions: readonly Exclusion[];
  /** The model that answers; null where only passages are wanted. */
  readonly model: ModelEntry | null;
  readonly config: ChosenConfig;
}

/** What is answered: passages, and what a model made of them. */
export interface QueryAnswer {
  readonly hits: readonly Hit[];
  /** Null where only passages were wanted. */
  readonly answer: GroundedAnswer | null;
}

/**
 * Searches, and has a model answer from what was found. What either costs is charged to the organization. Throws a 402
 * where that can't pay, and 502, 503 and 504 where a model fails. `gone` aborts it.
 */
export async function answerQuery(ctx: QueryContext, query: Query, gone: AbortSignal): Promise<QueryAnswer> {
  const { orgId, model, config } = query;
  const signal = AbortSignal.any([gone, AbortSignal.timeout(LONGEST_SECONDS * 1000)]);
  try {
    const payer = payerOf(query);
    const ask = (request: ModelRequest) => paid(ctx, payer, request, signal);
    const expansion = model !== null && config.query_expansion ? { model, ask } : undefined;
    const hits = await searchWidely(ctx, { ...query, payer }, expansion, { signal });
    if (model === null) return { hits, answer: null };
    const { chat_system_commands: commands = [], temperature = null } = config;
    return { hits, answer: await answerFrom({ query: query.query, hits, model, ask, commands, temperature }) };
  } catch (error) {
    if (error instanceof CreditShortage) throw refusalOf(error, orgId);
    if (!(error instanceof ModelCallError)) throw error;
    if (error.reason === 'aborted') throw queryErrors.timedOut(LONGEST_SECONDS);
    throw queryErrors.model(error);
  }
}

/** The model of a query that names one, else the first that can and may answer. Throws a 422 about the field, and a 409 where a rule excludes it. */
export function modelFor(
  models: ModelCatalogue,
  exclusions: readonly Exclusion[],
  named: string | null | undefined,
  refuse: (msg: string) => Error,
): ModelEntry {
  const mayAnswer = (model: ModelEntry) => answers(model) && !findExclusion(exclusions, model);
  const model = named == null ? models.all().find(mayAnswer) : models.find(named);
  if (model === undefined)
    throw refuse(
      named == null ? 'is needed: no configured model that may be asked writes text' : 'is no configured model',
    );
  if (!answers(model)) throw refuse(`${model.name} is retired, or writes no text`);
  assertModelAllowed(exclusions, model);
  return model;
}

function answers({ retired, output_modalities }: ModelEntry): boolean {
  return !retired && output_modalities.some((modality) => ['text', 'json'].includes(modality));
}

function refusalOf({ budgetId }: CreditShortage, orgId: string): Error {
  return budgetId === undefined ? usageErrors.insufficientCredits(orgId) : usageErrors.budgetExceeded(budgetId);
}

/** Who pays for a query that is no run's. */
export function payerOf({
  id = newId(),
  orgId,
  projectId,
  exclusions,
}: Pick<Query, 'orgId' | 'projectId' | 'exclusions'> & Partial<Pick<Query, 'id'>>): EmbeddingPayer {
  return { orgId, projectId, cause: { type: 'query', id, table: null }, of: [], exclusions };
}

function paid(
  ctx: QueryContext,
  payer: EmbeddingPayer,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  return payAndSettle(ctx, { ...payer, left: null }, request, (affordable) =>
    ctx.gateway.generate(affordable, { signal }),
  );
}
