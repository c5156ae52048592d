import { describe, expect, it } from 'vitest';
import { evalDocuments } from '../../bench/knowledge-eval/documents.ts';
import { multiHopQuestions } from '../../bench/knowledge-eval/multi-hop.ts';
import { evalQuestions, holdsAnswer, plain } from '../../bench/knowledge-eval/questions.ts';
import { agreementOf } from '../../bench/knowledge-eval/reading/pdfs.ts';
import { countEqualCells, toSequences } from '../../bench/knowledge-eval/reading/table-match.ts';
import { meanScores, scoreDecisions, scoreRanking } from '../../bench/knowledge-eval/scoring.ts';
import { hasRelevantHit } from '../../src/knowledge/retrieval/relevance.ts';

describe('the labelled set', () => {
  const documents = new Map(evalDocuments().map((document) => [document.key, document]));
  const questions = evalQuestions();

  it('names for every answer a section of a document that contains it', () => {
    const misplaced = questions.filter(({ label }) => label && !sectionOf(label.document, label.section, label.answer));
    expect(misplaced.map(({ id, ask }) => `${id}: ${ask}`)).toEqual([]);
  });

  it('names such a section for every fact of a multi-hop question, and asks for none of them twice', () => {
    const hops = multiHopQuestions().flatMap((question) => question.hops);
    const misplaced = hops.filter(({ document, section, answer }) => !sectionOf(document, section, answer));
    expect(misplaced.map(({ query }) => query)).toEqual([]);
    expect(new Set(hops.map(({ query }) => query)).size).toBe(hops.length);
    expect(hops.length).toBeGreaterThanOrEqual(30);
  });

  function sectionOf(key: string, section: string, answer: readonly string[]): boolean {
    const { text, mediaType } = documents.get(key)!;
    const sections = mediaType === 'text/markdown' ? text.split(/^## /m) : text.split(/<h2>/);
    const found = sections.find((each) => each.startsWith(section) && !/^[\p{L}\d]/u.test(each.slice(section.length)));
    return found !== undefined && holdsAnswer({ document: key, section, answer }, { document: key, text: found });
  }

  it('has enough questions in every language, a third of them held out, and some without an answer', () => {
    const count = (fits: (question: (typeof questions)[number]) => boolean) => questions.filter(fits).length;
    expect(questions.length).toBeGreaterThanOrEqual(160);
    expect(count(({ label }) => label === undefined)).toBeGreaterThanOrEqual(30);
    expect(new Set(questions.map(({ language }) => language))).toEqual(
      new Set(['ar', 'de', 'en', 'es', 'fr', 'hi', 'zh']),
    );
    expect(count(({ part }) => part === 'set aside')).toBe(66);
    expect(new Set(questions.map(({ ask }) => plain(ask))).size).toBe(questions.length);
  });
});

describe('the scores', () => {
  it('weigh a correct chunk by its rank up to the cutoff', () => {
    expect(scoreRanking([true, false], 1)).toEqual({ ndcg: 1, recall: 1, reciprocalRank: 1 });
    const second = scoreRanking([false, true], 1);
    expect(second.ndcg).toBeCloseTo(1 / Math.log2(3));
    expect(second.reciprocalRank).toBe(0.5);
    expect(scoreRanking([true, ...Array<boolean>(9).fill(false), true], 2)).toMatchObject({ recall: 0.5 });
    expect(scoreRanking(Array<boolean>(12).fill(true), 30)).toEqual({ ndcg: 1, recall: 1, reciprocalRank: 1 });
    expect(scoreRanking([], 3)).toEqual({ ndcg: 0, recall: 0, reciprocalRank: 0 });
    expect(meanScores([scoreRanking([true], 1), scoreRanking([], 1)])).toEqual({
      ndcg: 0.5,
      recall: 0.5,
      reciprocalRank: 0.5,
    });
  });

  it('count wrong refusals separately from correct ones', () => {
    const decisions = [
      { answerable: true, refused: false },
      { answerable: true, refused: true },
      { answerable: false, refused: true },
      { answerable: false, refused: true },
    ];
    expect(scoreDecisions(decisions)).toEqual({ right: 0.75, refusedOfUnanswerable: 1, refusedOfAnswerable: 0.5 });
    expect(scoreDecisions(decisions.slice(0, 2))).toBeUndefined();
  });
});

describe('the decision to ask a model', () => {
  const unrelated = { coverage: 0, distinction: 0.5 };

  it('is no only if neither words nor similarity distinguish a chunk', () => {
    expect(hasRelevantHit([unrelated])).toBe(false);
    expect(hasRelevantHit([{ ...unrelated, coverage: 0.3 }])).toBe(true);
    expect(hasRelevantHit([{ ...unrelated, distinction: 1.2 }])).toBe(true);
  });

  it('is yes if too few chunks were compared', () => {
    expect(hasRelevantHit([{ ...unrelated, distinction: null }])).toBe(true);
  });

  it('depends on the similarity of all chunks, because shared numbers can place others first', () => {
    const alike = { coverage: 0, distinction: 0.9 };
    expect(hasRelevantHit([unrelated, unrelated, unrelated, alike])).toBe(true);
  });

  it('depends on the words of the first chunks', () => {
    const relevant = { ...unrelated, coverage: 0.6 };
    expect(hasRelevantHit([unrelated, unrelated, relevant])).toBe(true);
    expect(hasRelevantHit([unrelated, unrelated, unrelated, relevant])).toBe(false);
    expect(hasRelevantHit([])).toBe(false);
  });
});

describe('the measurement of reading', () => {
  const table = (rows: readonly (readonly string[])[], header = false) => ({
    ...{ kind: 'table' as const, text: '', rows, header, page: null },
  });
  const paragraph = (text: string) => ({ kind: 'paragraph' as const, text, page: null });
  const reference = [
    ['', 'Sales', 'Sales'],
    ['Region', 'Spring', 'Autumn'],
    ['All', 'All', 'All'],
    ['North', '10', '20'],
  ];
  const equalCells = (...blocks: Parameters<typeof toSequences>[0]) => countEqualCells(reference, toSequences(blocks));

  it('counts cells in their row and column, wherever the table is cut', () => {
    expect(equalCells(table(reference))).toBe(11);
    const names = ['Region', 'Sales Spring', 'Sales Autumn'];
    expect(equalCells(table([names, ['North', '10', '20']], true))).toBe(8);
    expect(equalCells(table([names], false), paragraph('All'), table([['', 'North', '10', '20']]))).toBe(6);
  });

  it('counts no cell in another row or column', () => {
    expect(equalCells(table([['North', '20', '10']]))).toBe(1);
    expect(equalCells(table([['North', '10']]), table([['20']]))).toBe(2);
    expect(equalCells(table([['20'], ['10'], ['North']]))).toBe(1);
  });

  it('counts words in the same order', () => {
    expect(agreementOf(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'])).toBe(1);
    expect(agreementOf(['a', 'c', 'b', 'd'], ['a', 'b', 'c', 'd'])).toBe(0.75);
    expect(agreementOf(['x'], ['a'])).toBe(0);
  });
});
