import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBuiltinModel, openEncoder } from '../../src/platform/models/embeddings/builtin-model.ts';
import { MatrixMemory } from '../../src/platform/models/embeddings/multilingual/matrices.ts';
import { Tokenizer } from '../../src/platform/models/embeddings/multilingual/tokenizer.ts';
import type { LocalModel } from '../../src/platform/models/embeddings/thread-messages.ts';

const VOCABULARY = new URL('../../src/platform/models/embeddings/multilingual/model/sp.model', import.meta.url);

/** Token IDs and the first values of the vectors by the model's reference implementation in Python. */
const REFERENCE: readonly (readonly [text: string, ids: readonly number[], vector: readonly number[]])[] = [
  [
    'Goods may be returned within 14 days.',
    [1, 1986, 9, 479, 56, 9791, 2872, 806, 1617, 8, 2],
    [0.024, -0.0002, -0.039, 0.007],
  ],
  [
    '  Wie   lange dauert der Versand?\n',
    [1, 2534, 5411, 29101, 99, 33354, 1204, 21, 2],
    [0.0014, 0.0472, -0.0193, 0.058],
  ],
  [
    '商品は14日以内に返品できます。',
    [1, 6, 5311, 89, 2084, 321, 78057, 4763, 1094, 4959, 223, 27, 2],
    [0.0022, 0.0088, -0.0708, 0.0284],
  ],
  ['Ｆｕｌｌ　ｗｉｄｔｈ ﬁ ½ é e\u0301', [1, 17004, 16050, 7950, 32259, 165, 165, 2], [0.0556, -0.0472, 0.036, 0.0445]],
  ['👩‍👩‍👧 𝒳 emoji', [1, 6, 0, 0, 0, 0, 0, 829, 206, 55180, 2], [0.0395, -0.0423, 0.0424, 0.0806]],
  ['', [1, 0, 2], [0.1521, 0.0314, 0.0396, 0.0355]],
  ['ไทยภาษา', [1, 6, 7028, 16070, 2], [0.1256, 0.0128, 0.0498, 0.0436]],
  ['Доставка в течение трёх дней', [1, 12081, 107539, 117, 29823, 35072, 23786, 2], [0.0619, -0.0803, 0.0062, 0.032]],
];

function splitUnitVectors({ numbers }: { readonly numbers: Float32Array }): Float32Array[] {
  return Array.from({ length: numbers.length / 512 }, (_, at) => {
    const vector = numbers.subarray(at * 512, (at + 1) * 512);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

// Opening the model costs more than all its vectors.
let model: LocalModel;
beforeAll(async () => {
  model = await openBuiltinModel(64);
});

describe('the built-in embedding model', () => {
  let encode: Awaited<ReturnType<typeof openEncoder>>;
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = new Tokenizer(readFileSync(VOCABULARY));
    encode = await openEncoder(64);
  });

  it.each(REFERENCE)('computes what its reference implementation computes for %j', async (text, ids, vector) => {
    expect(tokenizer.encode(text)).toEqual(ids);
    const encoded = encode(text);
    expect(encoded.tokens).toBe(ids.length);
    expect(encoded.vector).toHaveLength(512);
    for (const [at, value] of vector.entries()) expect(encoded.vector[at]).toBeCloseTo(value, 3);
  });

  it('computes the same vector alone and beside others, and ignores tokens beyond its limit', async () => {
    const texts = ['One short text.', 'word '.repeat(200), 'One short text.'];
    const { numbers, tokens } = await model.embed(texts, 'document');
    const [first, long, last] = texts.map((_, at) => numbers.subarray(at * 512, (at + 1) * 512));
    expect(last).toEqual(first);
    const longer = await model.embed(['word '.repeat(300)], 'document');
    expect(longer.numbers).toEqual(Float32Array.from(long ?? []));
    expect(tokens).toBeLessThan(64 + 2 * 10);
  });
});

describe('the means of queries and documents', () => {
  it('are subtracted, so that texts are not similar only because both are questions', async () => {
    const texts = ['Your order arrives within three working days.', 'What is the capital of France?'];
    const [query] = splitUnitVectors(await model.embed(['Wie lange dauert die Lieferung?'], 'query'));
    const [answer, question] = splitUnitVectors(await model.embed(texts, 'document')).map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (query?.[at] ?? 0), 0),
    );
    expect(answer).toBeGreaterThan(0.3);
    expect(question).toBeLessThan(0.1);
  });
});

describe('a product of matrices', () => {
  it.each([1, 3, 4, 7])('of %i rows is added to the sum', (rows) => {
    const [terms, columns] = [5, 16];
    const memory = new MatrixMemory();
    const value = (at: number) => Math.fround(Math.sin(at + 1));
    const weights = memory.store(
      Float32Array.from({ length: terms * columns }, (_, at) => value(at)),
      terms,
      columns,
    );
    const a = { at: memory.reserve(rows * terms), stride: terms };
    const sum = { at: memory.reserve(rows * columns), stride: columns };
    memory.view(a.at, rows * terms).forEach((_, at, view) => {
      view[at] = value(at * 3);
    });
    memory.view(sum.at, rows * columns).fill(1);
    memory.addProduct(sum, a, weights, rows);
    const result = memory.view(sum.at, rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        let expected = 1;
        for (let term = 0; term < terms; term++)
          expected += value((row * terms + term) * 3) * value(term * columns + column);
        expect(result[row * columns + column]).toBeCloseTo(expected, 5);
      }
  });
});
