import { Decimal } from 'decimal.js';
import type { Message } from '../../platform/messages.ts';
import { CreditShortage } from '../../usage/shortage.ts';
import { MAX_KEPT_HITS, MAX_STEP_HITS, RANK_DAMPING } from './constants.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { type Expansion, mergeHits, searchExpanded } from './expand.ts';
import { type Planner, requestPlan } from './plan.ts';
import type { SearchOptions } from './rerank.ts';
import { type SearchContext, search } from './search.ts';
import type { RetrievalLimits } from './settings.ts';
import { queryWarnings } from './warnings.ts';

/** A step of a retrieval. */
export interface RetrievalStep {
  readonly queries: readonly string[];
  /** Number of chunks that no earlier step found. */
  readonly found: number;
}

/** State of an iterative retrieval between two steps. */
export interface RetrievalProgress {
  /** Found chunks, each with the sum of its reciprocal ranks. */
  readonly candidates: readonly { readonly hit: Hit; readonly sum: number }[];
  /** IDs of the chunks that the model marked as relevant. */
  readonly relevant: readonly string[];
  readonly steps: readonly RetrievalStep[];
  /** Credits of the model calls, an exact decimal. */
  readonly credits: string;
  readonly isComplete: boolean;
  /** What limits the result. */
  readonly warnings: readonly Message[];
}

/** An iterative retrieval. */
export interface IterativeRetrieval {
  readonly request: SearchRequest;
  readonly limits: RetrievalLimits;
  readonly planner: Planner;
  /** Expansion of the first query. */
  readonly expansion: Expansion | undefined;
}

/** Result of a retrieval. */
export interface Retrieved {
  readonly hits: readonly Hit[];
  readonly steps: readonly RetrievalStep[];
  readonly warnings: readonly Message[];
}

/**
 * Runs the next step: the first searches for the query, each later one for what the model misses. Repeating a step with
 * the same state is safe. Throws like `search`, and errors of the model call except an exhausted credit limit.
 */
export async function runRetrievalStep(
  ctx: SearchContext,
  retrieval: IterativeRetrieval,
  progress: RetrievalProgress | null,
  options: SearchOptions,
): Promise<RetrievalProgress> {
  const { request, limits, expansion } = retrieval;
  if (progress === null) {
    const hits = await searchExpanded(ctx, request, expansion, options);
    const steps = [{ queries: [request.query], found: hits.length }];
    return { candidates: addHits([], hits), relevant: [], steps, credits: '0', isComplete: false, warnings: [] };
  }
  if (progress.isComplete) return progress;
  const { maxSteps } = limits;
  if (progress.steps.length > maxSteps) return stop(progress, queryWarnings.retrieval_steps_used({ limit: maxSteps }));
  const planned = await planWithinLimit(retrieval, progress);
  if (planned.isComplete) return planned;
  const { queries } = planned;
  const limit = Math.min(request.limit, MAX_STEP_HITS);
  const lists = await Promise.all(queries.map((query) => search(ctx, { ...request, query, limit }, options)));
  const candidates = lists.reduce<RetrievalProgress['candidates']>(addHits, progress.candidates);
  const known = new Set(progress.candidates.map(({ hit }) => hit.chunkId));
  const found = candidates.filter(({ hit }) => !known.has(hit.chunkId)).length;
  const { relevant, credits, warnings } = planned;
  return {
    candidates,
    relevant,
    credits,
    warnings,
    steps: [...progress.steps, { queries, found }],
    // A search that finds nothing new ends the retrieval: the model would see the same chunks again.
    isComplete: found === 0,
  };
}

/** Runs all steps. `store` keeps the state after each one. */
export async function retrieveIteratively(
  ctx: SearchContext,
  retrieval: IterativeRetrieval,
  options: SearchOptions,
  start: RetrievalProgress | null = null,
  store: (progress: RetrievalProgress) => Promise<void> = () => Promise.resolve(),
): Promise<Retrieved> {
  let progress = start;
  while (!progress?.isComplete) {
    progress = await runRetrievalStep(ctx, retrieval, progress, options);
    await store(progress);
  }
  return toRetrieved(progress, retrieval.request.limit);
}

/** Returns the best chunks of a retrieval: those that the model marked as relevant, then the others by rank. */
export function toRetrieved({ candidates, relevant, steps, warnings }: RetrievalProgress, limit: number): Retrieved {
  const marked = new Set(relevant);
  const maxSum = Math.max(...candidates.map(({ sum }) => sum), Number.MIN_VALUE);
  const hits = candidates.map(({ hit, sum }) => {
    return { ...hit, score: (sum / maxSum + (marked.has(hit.chunkId) ? 1 : 0)) / 2 };
  });
  const sorted = hits.toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
  return { hits: sorted.slice(0, limit), steps, warnings };
}

type Planned =
  | (RetrievalProgress & { readonly isComplete: true })
  | (RetrievalProgress & { readonly isComplete: false; readonly queries: readonly string[] });

/** Requests the next searches. Completes the retrieval if none are needed or the credits are used up. */
async function planWithinLimit(
  { request, limits: { maxCredits }, planner }: IterativeRetrieval,
  progress: RetrievalProgress,
): Promise<Planned> {
  const left = maxCredits === null ? null : new Decimal(maxCredits).minus(progress.credits);
  const usedUp = () => stop(progress, queryWarnings.retrieval_credits_used({ limit: maxCredits ?? '' }));
  if (left?.lte(0)) return usedUp();
  const { hits } = toRetrieved(progress, MAX_KEPT_HITS);
  const queries = progress.steps.flatMap((step) => step.queries);
  let spent = new Decimal(progress.credits);
  const planned = await requestPlan(planner, { question: request.query, queries, hits, left }, (credits) => {
    spent = spent.plus(credits);
  }).catch((error: unknown) => {
    // Only the limit of the retrieval ends it: the credits of the organization and of a run are their own limits.
    if (error instanceof CreditShortage && error.of === 'run' && left !== null) return undefined;
    throw error;
  });
  const paid = { ...progress, credits: spent.toFixed() };
  if (planned === undefined) return usedUp();
  if (planned === 'invalid') return stop(paid, queryWarnings.retrieval_plan_invalid({ model: planner.model.name }));
  const relevant = [...new Set([...progress.relevant, ...planned.relevant])];
  const next = planned.isSufficient ? [] : planned.queries;
  if (next.length === 0) return { ...paid, relevant, isComplete: true };
  return { ...paid, relevant, isComplete: false, queries: next };
}

function stop(progress: RetrievalProgress, warning: Message): RetrievalProgress & { readonly isComplete: true } {
  return { ...progress, isComplete: true, warnings: [...progress.warnings, warning] };
}

/** Adds a ranked list to the candidates. */
function addHits(known: RetrievalProgress['candidates'], hits: readonly Hit[]): RetrievalProgress['candidates'] {
  const candidates = new Map(known.map((candidate) => [candidate.hit.chunkId, candidate]));
  for (const [place, hit] of hits.entries()) {
    const before = candidates.get(hit.chunkId);
    const sum = (before?.sum ?? 0) + 1 / (RANK_DAMPING + place + 1);
    candidates.set(hit.chunkId, { hit: mergeHits(before?.hit, hit), sum });
  }
  return [...candidates.values()].toSorted((a, b) => b.sum - a.sum).slice(0, MAX_KEPT_HITS);
}
