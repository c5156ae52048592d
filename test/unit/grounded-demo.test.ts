import { expect, it } from 'vitest';
import { extractAnswer, type GroundedChunk } from '../../src/platform/models/grounded.ts';

const passage = (id: string, text: string, document = 'Guide'): GroundedChunk => ({
  id,
  document,
  page: null,
  headings: [],
  text,
});
const answerQuestion = (question: string, ...passages: GroundedChunk[]) =>
  extractAnswer(JSON.stringify({ question, passages }));

const RETURNS = passage(
  'p1',
  'We ship on Mondays. Goods may be returned within 14 days of delivery. Refunds take a week.',
);

it('the demo model quotes the sentence that has most of the question’s words', () => {
  const quote = 'Goods may be returned within 14 days of delivery.';
  expect(
    answerQuestion('How long may goods be returned?', passage('p0', 'Our house was founded in 1901.'), RETURNS),
  ).toEqual({
    found: true,
    answer: quote,
    citations: [{ passage: 'p1', quote }],
  });
});

it('the demo model treats a document’s title as words of its sentences', () => {
  const passages = ['Chile', 'Peru'].map((name) => passage(name, `The capital lies inland. It has a port.`, name));
  expect(answerQuestion('What is the capital of Peru?', ...passages).citations[0]?.passage).toBe('Peru');
});

it('the demo model answers in scripts without spaces', () => {
  const { answer } = answerQuestion(
    '返品はいつまでできますか',
    passage('p1', '月曜日に発送します。返品は14日以内にできます。'),
  );
  expect(answer).toBe('返品は14日以内にできます。');
});

it.each([
  ['no sentence has most of its words', answerQuestion('Who invented the telephone exchange?', RETURNS)],
  ['there are no passages', answerQuestion('How long may goods be returned?')],
  ['it is not a question', answerQuestion('???', RETURNS)],
  ['the message has another form', extractAnswer('How long may goods be returned?')],
])('the demo model finds no answer if %s', (_, reply) => {
  expect(reply).toEqual({ found: false, answer: '', citations: [] });
});
