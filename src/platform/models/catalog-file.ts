import { readFile } from 'node:fs/promises';
import { Ajv, type ErrorObject } from 'ajv';
import { Decimal } from 'decimal.js';
import type Type from 'typebox';
import { parseDocument } from 'yaml';
import { SettingError } from '../config.ts';
import { parseDurationOrZeroMs } from '../duration.ts';
import { OWN_SCHEMAS } from '../json-schema.ts';
import type { EmbeddingEntry, ModelEntry, RerankerEntry, UnidentifiedModel } from './catalog.ts';
import { EmbeddingRow, File, ModelRow, RERANK_PROVIDER, RerankerRow, ToolRow } from './catalog-schema.ts';
import { BUILTIN_EMBEDDING } from './embeddings/builtin.ts';
import { getEmbeddingAdapter } from './embeddings/remote.ts';
import { findProvider, getProvider } from './providers/index.ts';

/** Default number of tokens that a reranker reads per text. */
const DEFAULT_RERANK_TOKENS = 512;

/** Entries of a models file. */
interface ModelsFile {
  readonly models: readonly UnidentifiedModel[];
  readonly embeddings: readonly EmbeddingEntry[];
  readonly rerankers: readonly RerankerEntry[];
  /** Credits per tool call as exact decimals. */
  readonly toolPrices: ReadonlyMap<string, string>;
}

/** Reads the configured file, or the default file if it exists. Throws SettingError with file, entry and key. */
export async function readModelsFile(options: { modelsFile?: string; defaultFile: string }): Promise<ModelsFile> {
  const path = options.modelsFile ?? options.defaultFile;
  const text = await readText(path, options.modelsFile === undefined);
  if (text === undefined) return { models: [], embeddings: [], rerankers: [], toolPrices: new Map() };
  const rows = parse(path, text);
  const models = rows.models ?? [];
  const embeddings = rows.embeddings ?? [];
  const builtin = new Map([[BUILTIN_EMBEDDING.name, 'the built-in embedding model']]);
  const rerankers = rows.rerankers ?? [];
  const tools = rows.tools ?? [];
  const problems = [
    ...listEntryProblems('models', models),
    ...listEntryProblems('embeddings', embeddings, builtin),
    ...listEntryProblems('rerankers', rerankers),
    ...listEntryProblems('tools', tools),
  ];
  if (problems.length > 0) throw toSettingError(path, problems);
  return {
    models: models.map(toModel),
    embeddings: embeddings.map(toEmbedding),
    rerankers: rerankers.map(toReranker),
    toolPrices: new Map(tools.map(({ name, price }) => [name, toPrice(price)])),
  };
}

async function readText(path: string, isOptional: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (isOptional && code === 'ENOENT') return undefined;
    throw new SettingError('MODELS_FILE', `${path} cannot be read (${code})`);
  }
}

function parse(path: string, text: string): Type.Static<typeof File> {
  const document = parseDocument(text);
  const parseError = document.errors[0];
  // The rest of the parser's message quotes the file, which could reveal a misplaced key.
  if (parseError)
    throw new SettingError(
      'MODELS_FILE',
      `${path} is not YAML: ${parseError.message.split('\n')[0]?.replace(/:$/, '')}`,
    );
  const value = removeNulls(document.toJS() ?? {});
  const formats = { 'max-wait': (text: string) => parseDurationOrZeroMs(text) !== undefined };
  const validate = new Ajv({ ...OWN_SCHEMAS, allErrors: true, formats }).compile<Type.Static<typeof File>>(File);
  if (validate(value)) return value;
  throw toSettingError(
    path,
    (validate.errors ?? []).map((error) => formatProblem(error, value)),
  );
}

/** Removes keys without a value. */
function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(present.map(([key, field]) => [key, removeNulls(field)]));
}

function toSettingError(path: string, problems: readonly string[]): SettingError {
  const unique = [...new Set(problems)];
  const suffix = unique.length > 5 ? `; and ${unique.length - 5} more` : '';
  return new SettingError('MODELS_FILE', `${path}: ${unique.slice(0, 5).join('; ')}${suffix}`);
}

/**
 * Formats one problem with its location and the expected value. Never includes the actual value, which could be a
 * misplaced key.
 */
function formatProblem(error: ErrorObject, value: unknown): string {
  const [list, index, key] = error.instancePath.split('/').slice(1);
  const rows = list === undefined ? undefined : Object.entries(value ?? {}).find(([name]) => name === list)?.[1];
  const prefix = index === undefined ? '' : `${toEntryLabel(list ?? '', Number(index), rows?.[Number(index)]?.name)}: `;
  if (error.keyword === 'additionalProperties') return `${prefix}unknown key ${error.params.additionalProperty}`;
  if (error.keyword === 'required') return `${prefix}${error.params.missingProperty} is missing`;
  const schema = { embeddings: EmbeddingRow, rerankers: RerankerRow, tools: ToolRow }[list ?? ''] ?? ModelRow;
  const property =
    key === undefined ? undefined : Object.entries(schema.properties).find(([name]) => name === key)?.[1];
  if (key !== undefined)
    return `${prefix}${key} must be ${property && 'description' in property ? property.description : 'valid'}`;
  if (index !== undefined) return `${prefix}must be a mapping`;
  return list === undefined
    ? 'must be a mapping with the keys models, embeddings, rerankers and tools'
    : `${list} must be a list`;
}

function toEntryLabel(list: string, index: number, name: unknown): string {
  return `${list}[${index}]${typeof name === 'string' ? ` (${name})` : ''}`;
}

type Row = { readonly name: string; readonly alias?: string; readonly provider?: string; readonly base_url?: string };

/** Lists problems across entries. `taken` maps reserved names to their owners. */
function listEntryProblems(list: string, rows: readonly Row[], reservedNames?: ReadonlyMap<string, string>): string[] {
  const seen = new Map(reservedNames);
  return rows.flatMap((row, index) => {
    const label = toEntryLabel(list, index, row.name);
    const problems: string[] = [];
    if (row.base_url === undefined && row.provider !== undefined && findProvider(row.provider)?.requiresBaseUrl)
      problems.push(`${label}: base_url is missing`);
    for (const key of ['name', 'alias'] as const) {
      const name = row[key]?.toLowerCase();
      if (name === undefined) continue;
      const owner = seen.get(name);
      // An alias that differs from its own model's name only in case names the same model.
      if (owner === label && key === 'alias') continue;
      if (owner !== undefined) problems.push(`${label}: ${key} ${row[key]} is already taken by ${owner}`);
      else seen.set(name, label);
    }
    return problems;
  });
}

function toModel(row: Type.Static<typeof ModelRow>): UnidentifiedModel {
  return {
    name: row.name,
    alias: row.alias ?? null,
    provider: row.provider,
    vendor: row.vendor ?? getProvider(row.provider).vendor ?? row.provider,
    description: row.description ?? '',
    supports_vision: row.supports_vision ?? false,
    supports_tools: row.supports_tools ?? true,
    ...(row.supports_pdf !== undefined && { supports_pdf: row.supports_pdf }),
    ...(row.supports_audio !== undefined && { supports_audio: row.supports_audio }),
    output_modalities: row.output_modalities ?? ['text', 'json'],
    context_window: row.context_window ?? null,
    input_price: toPrice(row.input_price),
    output_price: toPrice(row.output_price),
    ...(row.cached_input_price !== undefined && { cached_input_price: toPrice(row.cached_input_price) }),
    ...(row.cache_write_price !== undefined && { cache_write_price: toPrice(row.cache_write_price) }),
    ...(row.reasoning_price !== undefined && { reasoning_price: toPrice(row.reasoning_price) }),
    ...(row.image_price !== undefined && { image_price: toPrice(row.image_price) }),
    ...(row.character_price !== undefined && { character_price: toPrice(row.character_price) }),
    retired: row.retired ?? false,
    ...(row.max_wait !== undefined && { maxWaitMs: parseDurationOrZeroMs(row.max_wait) }),
    ...toConnection(row),
  };
}

function toEmbedding(row: Type.Static<typeof EmbeddingRow>): EmbeddingEntry {
  const { maxInputTokens, batch } = getEmbeddingAdapter(row.provider);
  return {
    name: row.name,
    provider: row.provider,
    description: row.description ?? '',
    dimension: row.dimension,
    input_price: toPrice(row.input_price),
    max_input_tokens: row.max_input_tokens ?? maxInputTokens,
    batch: row.batch ?? batch,
    query_prefix: row.query_prefix ?? '',
    document_prefix: row.document_prefix ?? '',
    ...toConnection(row),
  };
}

function toReranker(row: Type.Static<typeof RerankerRow>): RerankerEntry {
  const provider = RERANK_PROVIDER;
  return {
    name: row.name,
    provider,
    vendor: row.vendor ?? provider,
    description: row.description ?? '',
    input_price: toPrice(row.input_price),
    max_input_tokens: row.max_input_tokens ?? DEFAULT_RERANK_TOKENS,
    ...toConnection({ ...row, provider }),
    baseUrl: stripTrailingSlashes(row.base_url),
  };
}

function toConnection(
  row: Pick<Type.Static<typeof ModelRow>, 'name' | 'model' | 'base_url' | 'api_key_env'> & { provider: string },
): Pick<ModelEntry, 'providerModel' | 'baseUrl' | 'apiKeyEnv'> {
  const keyVariable = row.api_key_env ?? findProvider(row.provider)?.standardKey?.variable;
  return {
    providerModel: row.model ?? row.name,
    ...(row.base_url !== undefined && { baseUrl: stripTrailingSlashes(row.base_url) }),
    ...(keyVariable !== undefined && { apiKeyEnv: keyVariable }),
  };
}

function stripTrailingSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

function toPrice(present: number | string | undefined): string {
  return new Decimal(present ?? 0).toFixed();
}
