import { toQueryPayer } from '../../src/knowledge/retrieval/query.ts';
import { hasRelevantHit } from '../../src/knowledge/retrieval/relevance.ts';
import { type SearchContext, search } from '../../src/knowledge/retrieval/search.ts';
import { MODES, type Mode } from './ask.ts';
import type { Ingested, Owner } from './ingest.ts';
import { meanScores, PLACES, type RankingScores, scoreRanking } from './scoring.ts';
import type { PublicSet } from './sets.ts';

/** Chunks of a search, so that enough documents are among them. */
const MAX_CHUNKS = 40;

/** Result of a public set. */
export interface SetScores {
  readonly name: string;
  readonly questions: number;
  /** Mean scores of the documents, by mode. */
  readonly scores: Readonly<Record<Mode, RankingScores | undefined>>;
  /** Number of questions that no model would be asked. */
  readonly skipped: number;
}

/** Asks the questions of a public set in every mode and scores the documents. */
export async function askSet(
  ctx: SearchContext,
  { orgId, projectId, userId }: Owner,
  { collectionId, keys }: Ingested,
  { name, questions }: PublicSet,
): Promise<SetScores> {
  const scores: Record<Mode, RankingScores[]> = { vector: [], text: [], hybrid: [] };
  let skipped = 0;
  for (const { ask, relevant } of questions)
    for (const mode of MODES) {
      const hits = await search(
        ctx,
        {
          projectId,
          scope: { collectionIds: [collectionId] },
          asker: { type: 'user', id: userId },
          query: ask,
          limit: MAX_CHUNKS,
          mode,
          payer: toQueryPayer({ orgId, projectId, exclusions: [] }),
        },
        { signal: AbortSignal.timeout(60_000) },
      );
      const found = [...new Set(hits.map(({ documentId }) => keys.get(documentId) ?? ''))].slice(0, PLACES);
      scores[mode].push(
        scoreRanking(
          found.map((key) => relevant.has(key)),
          relevant.size,
        ),
      );
      if (mode === 'hybrid' && !hasRelevantHit(hits)) skipped++;
    }
  const means = { vector: meanScores(scores.vector), text: meanScores(scores.text), hybrid: meanScores(scores.hybrid) };
  return { name, questions: questions.length, scores: means, skipped };
}

/** Returns a row of nDCG@10 per set. */
export function setTable(sets: readonly SetScores[]): string {
  const ndcg = ({ scores }: SetScores, mode: Mode) => (scores[mode]?.ndcg ?? 0).toFixed(3);
  const rows = sets.map((set) => {
    const cells = MODES.map((mode) => ndcg(set, mode));
    return `| ${set.name} | ${set.questions} | ${cells.join(' | ')} | ${set.skipped} |`;
  });
  return [
    `| nDCG@10 | Questions | ${MODES.join(' | ')} | model skipped |`,
    `| --- | ${MODES.map(() => '---').join(' | ')} | --- | --- |`,
    ...rows,
  ].join('\n');
}

/** Returns a sentence for each set on which the fusion ranks worse than one of its methods. */
export function setShortcomings(sets: readonly SetScores[]): string[] {
  return sets.flatMap(({ name, scores }) =>
    (['vector', 'text'] as const)
      .filter((mode) => (scores.hybrid?.ndcg ?? 0) < (scores[mode]?.ndcg ?? 0))
      .map((mode) => `${name}: hybrid search ranks worse than ${mode} alone`),
  );
}
