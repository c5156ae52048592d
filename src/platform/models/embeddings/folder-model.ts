import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-common';
import { getModelFile, getPooling, type Pooling, RUNTIME_PACKAGE, readJson } from './folder.ts';
import type { LocalModel } from './thread-messages.ts';

/** Opens the model of a folder with a maximum number of tokens per text. */
export async function openFolderModel(folder: string, maxTokens: number): Promise<LocalModel> {
  const runtime = (await import(RUNTIME_PACKAGE)) as typeof import('onnxruntime-common');
  const session = await runtime.InferenceSession.create(getModelFile(folder));
  const tokenizer = new Tokenizer(
    readJson(folder, 'tokenizer.json') ?? {},
    readJson(folder, 'tokenizer_config.json') ?? {},
  );
  const encode = createEncoder(tokenizer, maxTokens);
  const pooling = getPooling(folder);
  return {
    async embed(texts) {
      const vectors: Float32Array[] = [];
      let tokens = 0;
      // Sequential: padding texts of different lengths costs more than a batch saves.
      for (const text of texts) {
        const ids = encode(text);
        tokens += ids.length;
        vectors.push(await computeVector(session, runtime.Tensor, ids, pooling));
      }
      return { numbers: concatenate(vectors), tokens };
    },
  };
}

/** Creates the encoder of a text's first tokens, within the model's special tokens. */
function createEncoder(tokenizer: Tokenizer, maxTokens: number): (text: string) => number[] {
  const encode = (text: string, special: boolean): number[] =>
    tokenizer.encode(text, { add_special_tokens: special }).ids;
  const plainIds = encode('a', false);
  const wrappedIds = encode('a', true);
  const start = wrappedIds.findIndex((_, index) => plainIds.every((id, offset) => wrappedIds[index + offset] === id));
  const before = wrappedIds.slice(0, start);
  const after = wrappedIds.slice(start + plainIds.length);
  const maxTextTokens = Math.max(1, maxTokens - before.length - after.length);
  return (text) => [...before, ...encode(text, false).slice(0, maxTextTokens), ...after];
}

async function computeVector(
  session: InferenceSession,
  TensorOf: typeof Tensor,
  ids: readonly number[],
  pooling: Pooling,
): Promise<Float32Array> {
  const shape = [1, ids.length];
  const createFilledTensor = (value: bigint) => new TensorOf('int64', new BigInt64Array(ids.length).fill(value), shape);
  const tensorsByInput: Record<string, () => Tensor> = {
    input_ids: () => new TensorOf('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: () => createFilledTensor(1n),
    token_type_ids: () => createFilledTensor(0n),
  };
  const feeds = session.inputNames.map((name) => {
    const createTensor = tensorsByInput[name];
    if (!createTensor) throw new Error(`its model requires an unknown input: ${name}`);
    return [name, createTensor()] as const;
  });
  const outputs = await session.run(Object.fromEntries(feeds));
  const output = outputs.sentence_embedding ?? outputs.last_hidden_state ?? outputs[session.outputNames[0] ?? ''];
  if (!(output?.data instanceof Float32Array)) throw new Error('its model returned no numbers');
  const rows = output.dims.length === 3 ? (output.dims[1] ?? 1) : 1;
  return poolVectors(output.data, rows, pooling);
}

/** Reduces the vectors of all tokens to one. */
function poolVectors(numbers: Float32Array, rows: number, pooling: Pooling): Float32Array {
  const dimension = numbers.length / rows;
  if (pooling === 'cls') return numbers.slice(0, dimension);
  if (pooling === 'last') return numbers.slice(-dimension);
  const sums = new Float32Array(dimension);
  for (let index = 0; index < numbers.length; index++)
    sums[index % dimension] = (sums[index % dimension] ?? 0) + (numbers[index] ?? 0);
  return sums.map((sum) => sum / rows);
}

function concatenate(vectors: readonly Float32Array[]): Float32Array {
  const length = vectors[0]?.length ?? 0;
  const all = new Float32Array(length * vectors.length);
  vectors.forEach((vector, index) => {
    all.set(vector, index * length);
  });
  return all;
}
