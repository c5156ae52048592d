import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = ['[UNK]', '[CLS]', '[SEP]', 'query', 'passage', ':', 'a', 'cat', 'dog', 'engine', 'motor', 'sleeps'];
/** Dimension of each word: words with the same one are synonyms. */
const MEANINGS: Readonly<Record<string, number>> = { cat: 0, dog: 0, engine: 1, motor: 1, sleeps: 2, a: 3 };
const DIMENSION = 4;

/**
 * Writes a tiny embedding model in the layout of public hubs. Each word has its own vector; special and unknown tokens
 * have almost none.
 */
export function writeEmbeddingFolder(folder: string, files: Readonly<Record<string, object>> = {}): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  mkdirSync(join(folder, '1_Pooling'), { recursive: true });
  const json = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value));
  json('config.json', { hidden_size: DIMENSION, max_position_embeddings: 512 });
  json('sentence_bert_config.json', { max_seq_length: 8 });
  json('tokenizer_config.json', { model_max_length: 1e30 });
  json('tokenizer.json', tokenizer());
  writeFileSync(join(folder, 'onnx/model.onnx'), modelFile());
  for (const [file, value] of Object.entries(files)) json(file, value);
}

function tokenizer(): object {
  const special = ['[UNK]', '[CLS]', '[SEP]'].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const around = (token: string, id: number) => ({ [token]: { id: token, ids: [id], tokens: [token] } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: { ...around('[CLS]', 1), ...around('[SEP]', 2) },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  };
}

/** Returns a model that maps tokens to vectors with one node, `Gather`. */
function modelFile(): Buffer {
  const weights = new Float32Array(WORDS.length * DIMENSION).fill(0.001);
  WORDS.forEach((word, id) => {
    const meaning = MEANINGS[word];
    if (meaning !== undefined) weights[id * DIMENSION + meaning] = 1;
  });
  const initializer = message([
    [1, WORDS.length],
    [1, DIMENSION],
    [2, FLOAT],
    [8, 'weights'],
    [9, Buffer.from(weights.buffer)],
  ]);
  const gather = message([
    [1, 'weights'],
    [1, 'input_ids'],
    [2, 'last_hidden_state'],
    [4, 'Gather'],
  ]);
  const graph = message([
    [1, gather],
    [2, 'lookup'],
    [5, initializer],
    [11, value('input_ids', INT64, ['batch', 'length'])],
    [11, value('attention_mask', INT64, ['batch', 'length'])],
    [12, value('last_hidden_state', FLOAT, ['batch', 'length', DIMENSION])],
  ]);
  const opset = message([
    [1, ''],
    [2, 13],
  ]);
  return message([
    [1, 8],
    [7, graph],
    [8, opset],
  ]);
}

/** Number types of ONNX. */
const FLOAT = 1;
const INT64 = 7;

function value(name: string, type: number, shape: readonly (string | number)[]): Buffer {
  const dims = shape.map((dim) => [1, message([[typeof dim === 'number' ? 1 : 2, dim]])] as const);
  const tensor = message([
    [1, type],
    [2, message(dims)],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

type Field = readonly [number: number, value: number | string | Buffer];

/** Encodes a protocol buffers message. */
function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, given]) => {
      if (typeof given === 'number') return [varint(number << 3), varint(given)];
      const bytes = Buffer.from(given as string);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(number: number): Buffer {
  const bytes = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
