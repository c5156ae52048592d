import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SettingError } from '../../config.ts';
import type { EmbeddingEntry } from '../catalog.ts';
import { MAX_DIMENSION } from '../limits.ts';

/** Method that reduces token vectors to one vector. */
export type Pooling = 'mean' | 'cls' | 'last';

/** Maximum tokens per text, since memory grows quadratically. */
const MAX_TOKENS = 2048;
/** Default tokens per text if the folder does not state them. */
const DEFAULT_TOKENS = 512;
const MODEL_FILES = ['onnx/model_quantized.onnx', 'onnx/model_int8.onnx', 'onnx/model.onnx', 'model.onnx'];
/** Runtime of folder models. It takes 290 MB and is not installed by default. */
export const RUNTIME_PACKAGE = 'onnxruntime-node';
export const RUNTIME_VERSION = '1.30.0';

/**
 * Creates the entry of a model folder in the layout of public hubs. Reads only its small files. Throws SettingError if
 * a required file is missing.
 */
export function createFolderEntry(folder: string): EmbeddingEntry {
  getModelFile(folder);
  if (!isFile(join(folder, 'tokenizer.json'))) throw toSettingError(`${folder} has no tokenizer.json`);
  const config = readJson(folder, 'config.json');
  if (!config) throw toSettingError(`${folder} has no config.json`);
  const dimension =
    findNumber(readJson(folder, '1_Pooling/config.json'), 'word_embedding_dimension') ??
    findNumber(config, 'hidden_size') ??
    findNumber(config, 'dim');
  if (dimension === undefined) throw toSettingError(`${folder}: config.json has no hidden_size`);
  if (dimension > MAX_DIMENSION)
    throw toSettingError(
      `${folder} creates vectors of ${dimension} numbers; the maximum for searches is ${MAX_DIMENSION}`,
    );
  getPooling(folder);
  if (!isInstalled(RUNTIME_PACKAGE))
    throw toSettingError(`requires a package: npm install --no-save ${RUNTIME_PACKAGE}@${RUNTIME_VERSION}`);
  const name = basename(folder);
  return {
    name,
    provider: 'folder',
    description: 'Runs inside the product from a local folder',
    providerModel: folder,
    dimension,
    input_price: '0',
    max_input_tokens: getMaxTokens(folder, config),
    batch: 8,
    ...getPrefixes(folder, name),
  };
}

/** Returns the model file of a folder. Prefers the quantized one, which is the fastest. */
export function getModelFile(folder: string): string {
  const modelFile = MODEL_FILES.map((file) => join(folder, file)).find(isFile);
  if (modelFile !== undefined) return modelFile;
  throw toSettingError(`${folder} has none of ${MODEL_FILES.join(', ')}`);
}

/** Returns the pooling method of a folder's model. */
export function getPooling(folder: string): Pooling {
  const config = readJson(folder, '1_Pooling/config.json') ?? {};
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  if (modes.length === 0 || modes.join() === 'pooling_mode_mean_tokens') return 'mean';
  if (modes.join() === 'pooling_mode_cls_token') return 'cls';
  if (modes.join() === 'pooling_mode_lasttoken') return 'last';
  throw toSettingError(`${folder} requires an unknown pooling: ${modes.join(', ')}`);
}

/** Reads a JSON file of a folder. Returns undefined if it does not exist. */
export function readJson(folder: string, file: string): Record<string, unknown> | undefined {
  const path = join(folder, file);
  if (!isFile(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    throw toSettingError(`${path} is not JSON`);
  }
}

function getMaxTokens(folder: string, config: Record<string, unknown>): number {
  const stated = [
    findNumber(readJson(folder, 'sentence_bert_config.json'), 'max_seq_length'),
    findNumber(readJson(folder, 'tokenizer_config.json'), 'model_max_length'),
    findNumber(config, 'max_position_embeddings'),
  ].filter((value) => value !== undefined);
  return Math.min(MAX_TOKENS, ...(stated.length === 0 ? [DEFAULT_TOKENS] : stated));
}

/** Returns the prefixes that the model was trained with. Folders of E5 models may not state them. */
function getPrefixes(folder: string, name: string): Pick<EmbeddingEntry, 'query_prefix' | 'document_prefix'> {
  const prompts = readJson(folder, 'config_sentence_transformers.json')?.prompts;
  const promptMap = typeof prompts === 'object' && prompts !== null ? new Map(Object.entries(prompts)) : new Map();
  const query = promptMap.get('query');
  const passage = promptMap.get('document') ?? promptMap.get('passage');
  const isE5 = promptMap.size === 0 && /(^|[-_])e5([-_]|$)/i.test(name);
  return {
    query_prefix: typeof query === 'string' ? query : isE5 ? 'query: ' : '',
    document_prefix: typeof passage === 'string' ? passage : isE5 ? 'passage: ' : '',
  };
}

function findNumber(config: Record<string, unknown> | undefined, key: string): number | undefined {
  const value = config?.[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function isInstalled(name: string): boolean {
  try {
    return existsSync(new URL(import.meta.resolve(name)));
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function toSettingError(problem: string): SettingError {
  return new SettingError('EMBEDDING_FOLDER', problem);
}
