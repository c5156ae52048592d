import type { Hit, SearchRequest } from '../../src/knowledge/retrieval/contract.ts';
import { toQueryPayer } from '../../src/knowledge/retrieval/query.ts';
import { hasRelevantHit } from '../../src/knowledge/retrieval/relevance.ts';
import { type SearchContext, search } from '../../src/knowledge/retrieval/search.ts';
import type { Ingested, Owner } from './ingest.ts';
import { holdsAnswer, type Question } from './questions.ts';
import { PLACES, type RankingScores, scoreRanking } from './scoring.ts';

/** Compared search modes. */
export const MODES = ['vector', 'text', 'hybrid'] as const;
export type Mode = (typeof MODES)[number];

/** Result of a question. */
export interface Asked {
  readonly question: Question;
  /** Ranking scores of each mode. Undefined for a question without an answer. */
  readonly scores: Readonly<Record<Mode, RankingScores>> | undefined;
  /** Whether the search found nothing relevant, without a chat model. */
  readonly refused: boolean;
}

/** Asks every question in every mode. */
export async function askAll(
  ctx: SearchContext,
  owner: Owner,
  { collectionId, keys }: Ingested,
  questions: readonly Question[],
): Promise<Asked[]> {
  const { orgId, projectId, userId } = owner;
  const passages = await ctx.db
    .selectFrom('chunks')
    .select(['document_id', 'text'])
    .where('project_id', '=', projectId)
    .execute();
  const named = passages.map(({ document_id, text }) => ({ document: keys.get(document_id) ?? '', text }));
  const asked: Asked[] = [];
  for (const question of questions) {
    const request = {
      projectId,
      scope: { collectionIds: [collectionId] },
      subject: { type: 'user', id: userId },
      query: question.ask,
      limit: PLACES,
      payer: toQueryPayer({ orgId, projectId, exclusions: [] }),
    };
    const hits = {} as Record<Mode, Hit[]>;
    for (const mode of MODES)
      hits[mode] = await search(ctx, { ...request, mode } satisfies SearchRequest, {
        signal: AbortSignal.timeout(60_000),
      });
    asked.push({
      question,
      scores: scoresOf(question, hits, named, keys),
      refused: !hasRelevantHit(hits.hybrid),
    });
  }
  return asked;
}

function scoresOf(
  { id, label }: Question,
  hits: Readonly<Record<Mode, readonly Hit[]>>,
  passages: readonly { readonly document: string; readonly text: string }[],
  keys: ReadonlyMap<string, string>,
): Asked['scores'] {
  if (!label) return undefined;
  const existing = passages.filter((passage) => holdsAnswer(label, passage)).length;
  if (existing === 0) throw new Error(`no passage holds the answer of question ${id}`);
  const scores = (mode: Mode) =>
    scoreRanking(
      hits[mode].map(({ documentId, text }) => holdsAnswer(label, { document: keys.get(documentId) ?? '', text })),
      existing,
    );
  return { vector: scores('vector'), text: scores('text'), hybrid: scores('hybrid') };
}
