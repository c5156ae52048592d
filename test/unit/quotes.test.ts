import { describe, expect, it } from 'vitest';
import { verifyCitations } from '../../src/knowledge/retrieval/citations.ts';
import type { Hit } from '../../src/knowledge/retrieval/contract.ts';
import { findQuote, isProof } from '../../src/knowledge/retrieval/quotes.ts';

/** The found quote as it is in the text. */
const found = (text: string, quote: string): string | undefined => {
  const range = findQuote(text, quote);
  return range && text.slice(range.start, range.end);
};

describe('a quote', () => {
  const TEXT =
    'Goods may be returned\n  within 14 days — no questions asked. “It’s our promise,” said the café’s owner. Ca\u00ADpital ﬁles.';

  it.each([
    ['as it is', 'within 14 days', 'within 14 days'],
    ['whatever its spaces', 'returned within 14\tdays', 'returned\n  within 14 days'],
    ['whatever its case', 'goods MAY be', 'Goods may be'],
    ['whatever its dashes', '14 days - no questions', '14 days — no questions'],
    ['whatever its quotation marks', '"It\'s our promise,"', 'It’s our promise,'],
    ['in its own quotation marks', '«no questions asked.»', 'no questions asked.'],
    ['decomposed or not', 'the cafe\u0301’s owner', 'the café’s owner'],
    ['without hidden characters', 'Capital files', 'Ca\u00ADpital ﬁles'],
  ])('is found %s, and returned as it is in the text', (_, quote, standing) => {
    expect(found(TEXT, quote)).toBe(standing);
  });

  it.each([
    ['says something else', 'within 30 days'],
    ['leaves something out', 'Goods may be returned … no questions asked'],
    ['joins separate parts', 'Goods within 14 days'],
    ['is blank', '   '],
    ['is only punctuation', '""'],
    ['cuts a word', 'ods may be returned'],
    ['ends within a word', 'Goods may be retur'],
  ])('is not found if it %s', (_, quote) => {
    expect(findQuote(TEXT, quote)).toBeUndefined();
  });

  it.each([
    ['a longer number', 'It costs 14,500 euros.', 'It costs 14'],
    ['the decimals of a number', 'It costs 0.14 euros.', '14 euros.'],
    ['a year', 'In 2014 days were long.', '14 days were long'],
    ['a range', 'within 10–14 days', '14 days'],
    ['a negative number', 'Keep it at -5 degrees.', '5 degrees.'],
    ['a compound', 'It is non-refundable after payment.', 'refundable after payment'],
  ])('is not found if it cuts %s', (_, text, quote) => {
    expect(found(text, quote)).toBeUndefined();
  });

  it('is found as whole words after a part of a word', () => {
    const range = findQuote('Nonreturnable goods, returnable goods', 'returnable goods');
    expect(range).toEqual({ start: 21, end: 37 });
  });

  it('is found in any script', () => {
    expect(found('42 km', '42 km')).toBe('42 km');
    expect(found('すべての人間は、生まれながらにして自由である。', '生まれながらにして自由')).toBe(
      '生まれながらにして自由',
    );
    expect(found('יולדו כל בני האדם בני חורין', 'בני האדם בני')).toBe('בני האדם בני');
    expect(found('🇨🇭 is a flag, 👩‍👩‍👧 a family', 'a flag, 👩‍👩‍👧 a')).toBe('a flag, 👩‍👩‍👧 a');
  });

  it('is returned without a split character, wherever it is found', () => {
    const text = 'e\u0301 ﬃ ½ 𝒳 e\u0301ffi Straße ÅÅ';
    for (let from = 0; from < text.length; from++)
      for (let to = from + 6; to <= text.length; to++) {
        const quote = found(text, text.slice(from, to));
        if (quote !== undefined) expect(text).toContain(quote);
      }
  });

  it.each([
    ['three words', 'returned within 14', true],
    ['two words with a meaning', 'Price: 40', true],
    ['one word', 'returned', false],
    ['a letter', 'R', false],
    ['two function words', 'of the', false],
    ['three function words', 'may be of', false],
    ['words without spaces', '生まれながらにして自由', true],
  ])('of %s proves something or not', (_, quote, proves) => {
    expect(isProof(quote, `${quote} and more`, [`${quote} and more`])).toBe(proves);
  });

  it('proves something if it is all of the chunk, and nothing if many chunks contain its few words', () => {
    expect(isProof('42', '42', ['42'])).toBe(true);
    const texts = ['Price per piece: 1', 'Price per piece: 2', 'Price per piece: 3', 'Other'];
    expect(isProof('Price per piece', texts[0] ?? '', texts)).toBe(false);
    expect(isProof('Price per piece: 1', texts[0] ?? '', texts)).toBe(true);
  });
});

it('an answer has at most twenty citations, and a warning for each further quote', () => {
  const sentences = Array.from({ length: 22 }, (_, at) => `Berth number ${at + 1} is free.`);
  const hit = { chunkId: 'c', documentId: 'd', title: 'Berths', position: 0, page: null, pageStarts: [] };
  const passages = new Map([['p1', { ...hit, text: sentences.join(' ') } as unknown as Hit]]);
  const quotes = [...sentences, sentences[0] ?? ''].map((quote) => ({ passage: 'p1', quote }));
  const { citations, warnings } = verifyCitations(quotes, passages);
  expect(citations.map(({ quote }) => quote)).toEqual(sentences.slice(0, 20));
  expect(warnings.map(({ code, params }) => [code, params.quote, params.limit])).toEqual([
    ['quote_over_limit', sentences[20], 20],
    ['quote_over_limit', sentences[21], 20],
    ['quote_over_limit', sentences[0], 20],
  ]);
});
