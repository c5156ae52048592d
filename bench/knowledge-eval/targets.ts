import type { SetScores, UnanswerableScores } from './ask-sets.ts';

/** Targets of the public sets. */
const MIN_CROSS_LANGUAGE_NDCG = 0.75;
const MIN_CISI_NDCG = 0.4;
const MAX_ANSWERED_SHARE = 0.02;
/** Differences of less than this are no loss. */
const TOLERANCE = 0.0005;

/** Returns the table of nDCG@10 by set and method. */
export function setTable(sets: readonly SetScores[]): string {
  const rows = sets.map(({ name, questions, bm25, ndcg, skipped }) => {
    const cells = [bm25, ndcg.text, ndcg.vector, ndcg.hybrid].map((value) => value?.toFixed(3) ?? '–');
    return `| ${[name, questions, ...cells, skipped].join(' | ')} |`;
  });
  return [
    '| nDCG@10 | Questions | BM25 | words | vectors | fused | model not asked |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Returns the table of questions without an answer. */
export function unanswerableTable(scores: readonly UnanswerableScores[], model: string): string {
  const rows = scores.map(({ language, questions, asked, answered }) =>
    [language, questions, `${percent(1 - asked / questions)} %`, `${percent(answered / questions)} %`].join(' | '),
  );
  return [
    `| Questions of another collection | Number | model not asked | answered with a quote by ${model} |`,
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

const percent = (share: number) => (share * 100).toFixed(1);

/** Returns a sentence for each missed target. */
export function missedTargets(sets: readonly SetScores[], unanswerable: readonly UnanswerableScores[]): string[] {
  const [answered, questions] = [unanswerable.map((each) => each.answered), unanswerable.map((each) => each.questions)];
  const share = total(answered) / Math.max(1, total(questions));
  const missed = share > MAX_ANSWERED_SHARE ? [`${percent(share)} % of the unanswerable questions are answered`] : [];
  return [...sets.flatMap(missedTargetsOfSet), ...missed];
}

function missedTargetsOfSet({ name, bm25, ndcg, skipped }: SetScores): string[] {
  const { text, vector, hybrid } = ndcg;
  const isBelow = (value: number, target: number) => value < target - TOLERANCE;
  return [
    ...(bm25 !== undefined && isBelow(text, bm25) ? [`${name}: words rank worse than BM25`] : []),
    ...(isBelow(hybrid, text) ? [`${name}: both methods rank worse than words alone`] : []),
    ...(isBelow(hybrid, vector) ? [`${name}: both methods rank worse than vectors alone`] : []),
    ...(bm25 === undefined && isBelow(hybrid, MIN_CROSS_LANGUAGE_NDCG) ? [`${name}: below the target`] : []),
    ...(name === 'cisi' && isBelow(hybrid, MIN_CISI_NDCG) ? [`${name}: below the target`] : []),
    ...(skipped > 0 ? [`${name}: the model is not asked about ${skipped} questions that the documents answer`] : []),
  ];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
