import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Hit, SearchRequest } from '../../src/knowledge/retrieval/contract.ts';
import { retrieveIteratively } from '../../src/knowledge/retrieval/iterative.ts';
import type { Planner } from '../../src/knowledge/retrieval/plan.ts';
import { toQueryPayer } from '../../src/knowledge/retrieval/query.ts';
import { type SearchContext, search } from '../../src/knowledge/retrieval/search.ts';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import type { ModelRequest, ModelResponse } from '../../src/platform/models/request.ts';
import type { Ingested, Owner } from './ingest.ts';
import { holdsAnswer, type Label, plain } from './questions.ts';
import { PLACES } from './scoring.ts';

/** A question with the facts that lead to its answer, in order. */
interface MultiHopQuestion {
  readonly ask: string;
  readonly hops: readonly (Label & { readonly query: string })[];
}

/** Share of the questions, from 0 to 1, whose facts are all among the first results. */
interface MultiHopScores {
  readonly questions: number;
  readonly single: number;
  readonly iterative: number;
  /** Mean number of searches of an iterative retrieval. */
  readonly searches: number;
}

/** Number of results. A passage of each fact must be among them. */
const MAX_RESULTS = 5;

/** Returns the questions of the set. */
export function multiHopQuestions(): MultiHopQuestion[] {
  return parse(readFileSync(join(import.meta.dirname, 'multi-hop.yaml'), 'utf8')) as MultiHopQuestion[];
}

/**
 * Asks every question with one search and in steps. Instead of a model, a careful reader plans the steps: it knows the
 * query of a fact only once the fact before it is among the passages. The result is the upper limit of the mode.
 */
export async function askMultiHop(
  ctx: SearchContext,
  { orgId, projectId, userId }: Owner,
  { collectionId, keys }: Ingested,
  questions: readonly MultiHopQuestion[] = multiHopQuestions(),
): Promise<MultiHopScores> {
  let [single, iterative, searches] = [0, 0, 0];
  for (const question of questions) {
    const request: SearchRequest = {
      projectId,
      scope: { collectionIds: [collectionId] },
      subject: { type: 'user', id: userId },
      query: question.ask,
      limit: MAX_RESULTS,
      payer: toQueryPayer({ orgId, projectId, exclusions: [] }),
    };
    const options = { signal: AbortSignal.timeout(60_000) };
    const holdsAll = (hits: readonly Hit[]) =>
      question.hops.every((hop) =>
        hits.some(({ documentId, text }) => holdsAnswer(hop, { document: keys.get(documentId) ?? '', text })),
      );
    if (holdsAll(await search(ctx, request, options))) single++;
    const retrieval = {
      request: { ...request, limit: PLACES },
      limits: { maxSteps: 3, maxCredits: null },
      planner: createReader(question),
      expansion: undefined,
    };
    const { hits, steps } = await retrieveIteratively(ctx, retrieval, options);
    if (holdsAll(hits.slice(0, MAX_RESULTS))) iterative++;
    searches += steps.reduce((sum, { queries }) => sum + queries.length, 0);
  }
  const count = questions.length;
  return { questions: count, single: single / count, iterative: iterative / count, searches: searches / count };
}

/** Returns a table of the scores. */
export function multiHopTable({ questions, single, iterative, searches }: MultiHopScores): string {
  return [
    `| all facts in the first ${MAX_RESULTS} | Questions | single | iterative | searches |`,
    '| --- | --- | --- | --- | --- |',
    `| multi-hop | ${questions} | ${single.toFixed(2)} | ${iterative.toFixed(2)} | ${searches.toFixed(1)} |`,
  ].join('\n');
}

interface Shown {
  readonly searches: readonly string[];
  readonly passages: readonly { readonly id: string; readonly text: string }[];
}

/** Creates a planner that searches for the first fact that is not among the passages. */
function createReader({ hops }: MultiHopQuestion): Planner {
  return {
    model: { name: 'careful reader' } as ModelEntry,
    async callModel({ messages }: ModelRequest) {
      const { searches, passages } = JSON.parse(String(messages[0]?.content)) as Shown;
      const holding = hops.map(({ answer }) =>
        passages.filter(({ text }) => answer.every((part) => plain(text).includes(plain(part)))),
      );
      const missing = hops[holding.findIndex((found) => found.length === 0)];
      const queries = missing && !searches.includes(missing.query) ? [missing.query] : [];
      const relevant = holding.flatMap((found) => found.map(({ id }) => id));
      const text = JSON.stringify({ sufficient: missing === undefined, relevant, queries });
      return { response: { text } as ModelResponse, credits: '0' };
    },
  };
}
