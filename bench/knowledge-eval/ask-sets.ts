import { answerQuestion } from '../../src/knowledge/retrieval/answer.ts';
import type { Hit } from '../../src/knowledge/retrieval/contract.ts';
import { toQueryPayer } from '../../src/knowledge/retrieval/query.ts';
import { hasRelevantHit } from '../../src/knowledge/retrieval/relevance.ts';
import { type SearchContext, search } from '../../src/knowledge/retrieval/search.ts';
import type { ModelEntry } from '../../src/platform/models/catalog.ts';
import type { ModelGateway } from '../../src/platform/models/gateway.ts';
import { MODES, type Mode } from './ask.ts';
import { rankByBm25 } from './bm25.ts';
import type { Ingested, Owner } from './ingest.ts';
import { meanScores, PLACES, scoreRanking } from './scoring.ts';
import type { PublicSet, SetQuestion } from './sets.ts';

/** Chunks of a search, so that enough documents are among them. */
const MAX_CHUNKS = 40;
/** Chunks of a query that a model answers. */
const ANSWER_CHUNKS = 10;
const SEARCH_TIMEOUT_MS = 60_000;

/** Mean nDCG@10 of a public set whose questions are asked in one language. */
export interface SetScores {
  readonly name: string;
  readonly questions: number;
  /** Reference ranking of whole documents. Undefined for questions in another language. */
  readonly bm25: number | undefined;
  readonly ndcg: Readonly<Record<Mode, number>>;
  /** Number of questions that no model would be asked. */
  readonly skipped: number;
}

/** Asks the questions of a public set in every mode and every language, and scores the documents. */
export async function askSet(
  ctx: SearchContext,
  owner: Owner,
  ingested: Ingested,
  { name, language, documents, questions, translated }: PublicSet,
): Promise<SetScores[]> {
  const asks = questions.map(({ ask }) => ask);
  const reference = await rankByBm25(ctx.db, { language, documents, queries: asks, count: PLACES });
  const bm25 = toNdcg(reference, questions);
  const scores: SetScores[] = [{ name, bm25, ...(await askInModes(ctx, owner, ingested, questions)) }];
  for (const other of translated) {
    const asked = await askInModes(ctx, owner, ingested, other.questions);
    scores.push({ name: `${name}, asked in ${other.language}`, bm25: undefined, ...asked });
  }
  return scores;
}

async function askInModes(
  ctx: SearchContext,
  owner: Owner,
  { collectionId, keys }: Ingested,
  questions: readonly SetQuestion[],
): Promise<Omit<SetScores, 'name' | 'bm25'>> {
  const found: Record<Mode, string[][]> = { vector: [], text: [], hybrid: [] };
  let skipped = 0;
  for (const { ask } of questions)
    for (const mode of MODES) {
      const hits = await findChunks(ctx, owner, { collectionId, ask, mode, limit: MAX_CHUNKS });
      found[mode].push([...new Set(hits.map(({ documentId }) => keys.get(documentId) ?? ''))].slice(0, PLACES));
      if (mode === 'hybrid' && !hasRelevantHit(hits)) skipped++;
    }
  const [vector, text, hybrid] = [found.vector, found.text, found.hybrid].map((keys) => toNdcg(keys, questions));
  return { questions: questions.length, ndcg: { vector: vector ?? 0, text: text ?? 0, hybrid: hybrid ?? 0 }, skipped };
}

function toNdcg(found: readonly (readonly string[])[], questions: readonly SetQuestion[]): number {
  const scores = questions.map(({ relevant }, at) =>
    scoreRanking(
      (found[at] ?? []).map((key) => relevant.has(key)),
      relevant.size,
    ),
  );
  return meanScores(scores)?.ndcg ?? 0;
}

interface ChunkSearch {
  readonly collectionId: string;
  readonly ask: string;
  readonly mode: Mode;
  readonly limit: number;
}

function findChunks(
  ctx: SearchContext,
  { orgId, projectId, userId }: Owner,
  { collectionId, ask, mode, limit }: ChunkSearch,
): Promise<Hit[]> {
  const scope = { collectionIds: [collectionId] };
  const payer = toQueryPayer({ orgId, projectId, exclusions: [] });
  const request = { projectId, scope, subject: { type: 'user' as const, id: userId }, query: ask, limit, mode, payer };
  return search(ctx, request, { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) });
}

/** Questions that a collection does not answer. */
export interface UnanswerableScores {
  readonly language: string;
  readonly questions: number;
  /** Number of questions for which a model is asked, and of those that it answers with a verified quote. */
  readonly asked: number;
  readonly answered: number;
}

/** Asks a collection questions of another one, and lets a model answer them from what is found. */
export async function askUnanswerable(
  ctx: SearchContext & { readonly gateway: ModelGateway },
  owner: Owner,
  { collectionId }: Ingested,
  { language, questions }: Pick<PublicSet, 'language' | 'questions'>,
  model: ModelEntry,
): Promise<UnanswerableScores> {
  let [asked, answered] = [0, 0];
  for (const { ask } of questions) {
    const hits = await findChunks(ctx, owner, { collectionId, ask, mode: 'hybrid', limit: ANSWER_CHUNKS });
    if (hasRelevantHit(hits)) asked++;
    const { answer } = await answerQuestion({
      query: ask,
      hits,
      model,
      callModel: (request) => ctx.gateway.generate(request, { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) }),
    });
    if (answer.found) answered++;
  }
  return { language, questions: questions.length, asked, answered };
}
