import { describe, expect, it } from 'vitest';
import { findQuote } from '../../src/knowledge/retrieval/quotes.ts';

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
    expect(findQuote(TEXT, quote)).toBe(standing);
  });

  it.each([
    ['says something else', 'within 30 days'],
    ['leaves something out', 'Goods may be returned … no questions asked'],
    ['joins separate parts', 'Goods within 14 days'],
    ['is blank', '   '],
    ['is only punctuation', '""'],
    ['is too short to prove anything', 'may'],
  ])('is not found if it %s', (_, quote) => {
    expect(findQuote(TEXT, quote)).toBeUndefined();
  });

  it('can be as short as the chunk, and in any script', () => {
    expect(findQuote('42 km', '42 km')).toBe('42 km');
    expect(findQuote('すべての人間は、生まれながらにして自由である。', '生まれながらにして自由')).toBe(
      '生まれながらにして自由',
    );
    expect(findQuote('יולדו כל בני האדם בני חורין', 'בני האדם בני')).toBe('בני האדם בני');
    expect(findQuote('🇨🇭 is a flag, 👩‍👩‍👧 a family', 'a flag, 👩‍👩‍👧 a')).toBe('a flag, 👩‍👩‍👧 a');
  });

  it('is returned without a split character, wherever it is found', () => {
    const text = 'e\u0301 ﬃ ½ 𝒳 e\u0301ffi Straße ÅÅ';
    for (let from = 0; from < text.length; from++)
      for (let to = from + 6; to <= text.length; to++) {
        const found = findQuote(text, text.slice(from, to));
        if (found !== undefined) expect(text).toContain(found);
      }
  });
});
