import { type Asked, MODES, type Mode } from './ask.ts';
import type { Part } from './questions.ts';
import { type DecisionScores, meanScores, type RankingScores, scoreDecisions } from './scoring.ts';

const PARTS: readonly (Part | undefined)[] = ['tuning', 'set aside', undefined];

/** Returns the mean scores of a mode over questions with an answer. */
function scoresOf(asked: readonly Asked[], mode: Mode): RankingScores | undefined {
  return meanScores(asked.flatMap(({ scores }) => (scores ? [scores[mode]] : [])));
}

/** Returns how often no model would be asked. */
function decisionsOf(asked: readonly Asked[]): DecisionScores | undefined {
  return scoreDecisions(asked.map(({ question, refused }) => ({ answerable: question.label !== undefined, refused })));
}

/** Returns a sentence for each missed target. */
export function shortcomings(asked: readonly Asked[]): string[] {
  const ndcg = (mode: Mode) => scoresOf(asked, mode)?.ndcg ?? 0;
  const beaten = (['vector', 'text'] as const).filter((mode) => ndcg('hybrid') <= ndcg(mode));
  const refused = asked.filter((each) => each.refused && each.question.label !== undefined);
  return [
    ...beaten.map((mode) => `hybrid search ranks no better than ${mode} alone`),
    ...refused.map(({ question }) => `the model is not asked about ${question.id}, which the documents answer`),
  ];
}

/** Returns the tables to print. */
export function tables(asked: readonly Asked[]): string {
  return [rankingTable(asked), decisionTable(asked)].join('\n\n');
}

function rankingTable(asked: readonly Asked[]): string {
  const answerable = asked.filter(({ scores }) => scores);
  const languages = [...new Set(answerable.map(({ question }) => question.language))].sort();
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))].sort();
  const groups: [string, readonly Asked[]][] = [
    ...PARTS.map((part): [string, readonly Asked[]] => [part ?? 'all', within(answerable, part)]),
    ...languages.map((language): [string, readonly Asked[]] => [
      language,
      answerable.filter(({ question }) => question.language === language),
    ]),
    ...kinds.map((kind): [string, readonly Asked[]] => [
      kind,
      answerable.filter(({ question }) => question.kind === kind),
    ]),
  ];
  const rows = groups.map(([name, group]) => {
    const cells = MODES.map((mode) => cellOf(scoresOf(group, mode)));
    return `| ${name} | ${group.length} | ${cells.join(' | ')} |`;
  });
  const head = MODES.map((mode) => `${mode}: nDCG@10, recall@10, MRR`).join(' | ');
  return [`| Questions | Number | ${head} |`, `| --- | --- | ${MODES.map(() => '---').join(' | ')} |`, ...rows].join(
    '\n',
  );
}

function cellOf(scores: RankingScores | undefined): string {
  return scores ? [scores.ndcg, scores.recall, scores.reciprocalRank].map((value) => value.toFixed(3)).join(', ') : '–';
}

function decisionTable(asked: readonly Asked[]): string {
  const rows = PARTS.map((part) => {
    const of = within(asked, part);
    const decided = decisionsOf(of);
    const cells = decided && [decided.refusedOfUnanswerable, decided.refusedOfAnswerable].map(percent);
    return `| ${part ?? 'all'} | ${of.length} | ${cells ? cells.join(' | ') : '–'} |`;
  });
  return [
    '| Model not asked | Number | of questions without an answer | of questions with an answer |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function within(asked: readonly Asked[], part: Part | undefined): readonly Asked[] {
  return part === undefined ? asked : asked.filter(({ question }) => question.part === part);
}
