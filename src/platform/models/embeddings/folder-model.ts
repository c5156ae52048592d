import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { modelFileOf, type Pooling, poolingOf, RUNTIME_PACKAGE, readJson } from './folder.ts';
import type { LocalModel } from './thread-messages.ts';

/** Opens the model of a folder, which reads so many tokens of a text. */
export async function openFolder(folder: string, most: number): Promise<LocalModel> {
  const runtime = (await import(RUNTIME_PACKAGE)) as typeof import('onnxruntime-common');
  const session = await runtime.InferenceSession.create(modelFileOf(folder));
  const tokenizer = new Tokenizer(
    readJson(folder, 'tokenizer.json') ?? {},
    readJson(folder, 'tokenizer_config.json') ?? {},
  );
  const encode = encoderOf(tokenizer, most);
  const pooling = poolingOf(folder);
  return {
    async embed(texts) {
      const vectors: Float32Array[] = [];
      let tokens = 0;
      // One after the other: texts of unequal length side by side cost more than they save.
      for (const text of texts) {
        const ids = encode(text);
        tokens += ids.length;
        vectors.push(await vectorOf(session, runtime.Tensor, ids, pooling));
      }
      return { numbers: joined(vectors), tokens };
    },
  };
}

/** Makes the ids of a text's first tokens, between those that the model wants around every text. */
function encoderOf(tokenizer: Tokenizer, most: number): (text: string) => number[] {
  const idsOf = (text: string, special: boolean): number[] =>
    tokenizer.encode(text, { add_special_tokens: special }).ids;
  const bare = idsOf('a', false);
  const dressed = idsOf('a', true);
  const start = dressed.findIndex((_, at) => bare.every((id, offset) => dressed[at + offset] === id));
  const before = dressed.slice(0, start);
  const after = dressed.slice(start + bare.length);
  const room = Math.max(1, most - before.length - after.length);
  return (text) => [...before, ...idsOf(text, false).slice(0, room), ...after];
}

async function vectorOf(
  session: InferenceSession,
  TensorOf: typeof Tensor,
  ids: readonly number[],
  pooling: Pooling,
): Promise<Float32Array> {
  const shape = [1, ids.length];
  const filled = (value: bigint) => new TensorOf('int64', new BigInt64Array(ids.length).fill(value), shape);
  const known: Record<string, () => Tensor> = {
    input_ids: () => new TensorOf('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: () => filled(1n),
    token_type_ids: () => filled(0n),
  };
  const feeds = session.inputNames.map((name) => {
    const make = known[name];
    if (!make) throw new Error(`its model wants an input that is not known: ${name}`);
    return [name, make()] as const;
  });
  const answers = await session.run(Object.fromEntries(feeds));
  const answer = answers.sentence_embedding ?? answers.last_hidden_state ?? answers[session.outputNames[0] ?? ''];
  if (!(answer?.data instanceof Float32Array)) throw new Error('its model does not answer numbers');
  const rows = answer.dims.length === 3 ? (answer.dims[1] ?? 1) : 1;
  return pooled(answer.data, rows, pooling);
}

/** One vector of the vectors of all tokens. */
function pooled(numbers: Float32Array, rows: number, pooling: Pooling): Float32Array {
  const dimension = numbers.length / rows;
  if (pooling === 'cls') return numbers.slice(0, dimension);
  if (pooling === 'last') return numbers.slice(-dimension);
  const sums = new Float32Array(dimension);
  for (let at = 0; at < numbers.length; at++) sums[at % dimension] = (sums[at % dimension] ?? 0) + (numbers[at] ?? 0);
  return sums.map((sum) => sum / rows);
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const length = vectors[0]?.length ?? 0;
  const all = new Float32Array(length * vectors.length);
  vectors.forEach((vector, at) => {
    all.set(vector, at * length);
  });
  return all;
}
