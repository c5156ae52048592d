import { describe, expect, it } from 'vitest';
import { listUnsupported } from '../../src/knowledge/retrieval/support/unsupported.ts';

/** The values of an answer that the quotes do not state. */
async function unsupported(answer: string, quotes: readonly string[], question = 'What do the terms of sale say?') {
  const contexts = quotes.map((quote) => ({ quote, title: 'Terms of Acme', headings: ['Returns'] }));
  const found = await listUnsupported({ question, answer, quotes: contexts, passages: quotes });
  for (const { start, end, text } of found) expect(answer.slice(start, end)).toBe(text);
  return found.flatMap(({ values }) => values);
}

describe('a number of an answer', () => {
  it.each([
    ['Returns are free for 14 days.', 'within 14 days'],
    ['It costs 1,500.50 euros.', 'Preis: 1.500,50 Euro'],
    ['It costs 5 million.', 'a price of 5,000,000'],
    ['They have three weeks.', 'innerhalb von 3 Wochen'],
    ['Die Frist beträgt 21 Tage.', 'twenty-one days'],
    ['It takes 14 days.', '١٤ يوما'],
    ['期限は14日です。', '受け取りから14日以内に返品'],
    ['1. Pack it.\n2. Send it [p3].', 'pack and send it'],
    ['Open at 14:30.', 'from 14:30 to 18:00'],
  ])('is supported: %s', async (answer, quote) => {
    expect(await unsupported(answer, [quote])).toEqual([]);
  });

  it.each([
    ['Returns are free for 30 days.', 'within 14 days', ['30']],
    ['It costs 5 million.', 'a price of 5', ['5 million']],
    ['It costs 1.5 euros.', 'It costs 15 euros', ['1.5']],
    ['They have four weeks.', 'within 3 weeks', ['four']],
    ['It takes 4 days.', 'It takes 14 days', ['4']],
  ])('is not supported: %s', async (answer, quote, values) => {
    expect(await unsupported(answer, [quote])).toEqual(values);
  });
});

describe('a date of an answer', () => {
  it.each([
    ['It starts on 1 March 2024.', 'Beginn: 01.03.2024'],
    ['Es beginnt am 1. März 2024.', 'starts on March 1, 2024'],
    ['It starts on 2024-03-05.', 'from 3 to 5 March 2024'],
    ['It starts in March.', 'starts on 2024-03-01'],
    ['It is closed on Monday.', 'Montag geschlossen'],
  ])('is supported: %s', async (answer, quote) => {
    expect(await unsupported(answer, [quote])).toEqual([]);
  });

  it.each([
    ['It starts on 2 March 2024.', 'starts on 1 March 2024', ['2 March 2024']],
    ['It starts on 1 March 2025.', 'starts on 1 March 2024, in 2024', ['1 March 2025']],
    ['It starts on 1 April 2024.', 'starts on 1 March 2024', ['1 April 2024']],
  ])('is not supported: %s', async (answer, quote, values) => {
    expect(await unsupported(answer, [quote])).toEqual(values);
  });
});

describe('a name of an answer', () => {
  it.each([
    ['The goods ship from Genoa to every customer.', 'from the harbour of Genoa'],
    ["It is Genoa's harbour that ships the goods.", 'from the harbour of Genoa'],
    ['The terms of Acme allow that within the time.', 'within the time'],
    ['Die Rücksendung der Ware ist innerhalb der Frist möglich.', 'Goods may be returned in time'],
    ['The customer may return it under the BGB rules.', 'the BGB allows it'],
  ])('is supported: %s', async (answer, quote) => {
    expect(await unsupported(answer, [quote])).toEqual([]);
  });

  it.each([
    ['The goods ship from Venice to every customer.', 'from the harbour of Genoa', ['Venice']],
    ['Die Ware wird von Angela Merkel verschickt.', 'Die Ware wird verschickt.', ['Angela', 'Merkel']],
    ['The rule is in the BGB of this land.', 'the rule is in the law', ['BGB']],
  ])('is not supported: %s', async (answer, quote, values) => {
    expect(await unsupported(answer, [quote])).toEqual(values);
  });
});

it('marks only the sentences that state more than the quotes', async () => {
  const answer = 'Returns are free. They take 30 days. We pay 5 euros.';
  const quote = { quote: 'we pay 5 euros', title: '', headings: [] };
  expect(await listUnsupported({ question: 'Returns?', answer, quotes: [quote], passages: [] })).toEqual([
    { start: 18, end: 36, text: 'They take 30 days.', values: ['30'] },
  ]);
});
