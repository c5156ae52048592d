import { readFile } from 'node:fs/promises';
import { Ajv, type ErrorObject } from 'ajv';
import { Decimal } from 'decimal.js';
import type Type from 'typebox';
import { parseDocument } from 'yaml';
import { SettingError } from '../config.ts';
import { durationOrZeroMs } from '../duration.ts';
import type { EmbeddingEntry, ModelEntry, RerankerEntry, UnidentifiedModel } from './catalogue.ts';
import { EmbeddingRow, File, ModelRow, RERANK_PROVIDER, RerankerRow, ToolRow } from './catalogue-schema.ts';
import { KEY_VARIABLES } from './detect.ts';
import { BUILTIN_EMBEDDING } from './embeddings/builtin.ts';
import { PROVIDER_LIMITS } from './embeddings/limits.ts';

/** Tokens that most rerankers read of a text. */
const RERANKED_TOKENS = 512;

/** The entries of a models file. */
interface ModelsFile {
  readonly models: readonly UnidentifiedModel[];
  readonly embeddings: readonly EmbeddingEntry[];
  readonly rerankers: readonly RerankerEntry[];
  /** Credits per call of a tool, exact decimals; those that are named. */
  readonly toolPrices: ReadonlyMap<string, string>;
}

/** Reads the named file, or the default one where it exists. Throws SettingError that names file, entry and key. */
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
    ...problemsAcross('models', models),
    ...problemsAcross('embeddings', embeddings, builtin),
    ...problemsAcross('rerankers', rerankers),
    ...problemsAcross('tools', tools),
  ];
  if (problems.length > 0) throw wrong(path, problems);
  return {
    models: models.map(toModel),
    embeddings: embeddings.map(toEmbedding),
    rerankers: rerankers.map(toReranker),
    toolPrices: new Map(tools.map(({ name, price }) => [name, priceOf(price)])),
  };
}

async function readText(path: string, mayBeMissing: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (mayBeMissing && code === 'ENOENT') return undefined;
    throw new SettingError('MODELS_FILE', `${path} cannot be read (${code})`);
  }
}

function parse(path: string, text: string): Type.Static<typeof File> {
  const document = parseDocument(text);
  const broken = document.errors[0];
  // The parser's message goes on with an excerpt of the file, which could show a misplaced key.
  if (broken)
    throw new SettingError('MODELS_FILE', `${path} is not YAML: ${broken.message.split('\n')[0]?.replace(/:$/, '')}`);
  const value = withoutNulls(document.toJS() ?? {});
  const formats = { 'max-wait': (text: string) => durationOrZeroMs(text) !== undefined };
  const validate = new Ajv({ allErrors: true, formats }).compile<Type.Static<typeof File>>(File);
  if (validate(value)) return value;
  throw wrong(
    path,
    (validate.errors ?? []).map((error) => problemOf(error, value)),
  );
}

/** A key without a value counts as left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([key, field]) => [key, withoutNulls(field)]));
}

function wrong(path: string, problems: readonly string[]): SettingError {
  const shown = [...new Set(problems)];
  const more = shown.length > 5 ? `; and ${shown.length - 5} more` : '';
  return new SettingError('MODELS_FILE', `${path}: ${shown.slice(0, 5).join('; ')}${more}`);
}

/** One problem in words: where it is, and what would be right. Never the value, which could be a misplaced key. */
function problemOf(error: ErrorObject, value: unknown): string {
  const [list, index, key] = error.instancePath.split('/').slice(1);
  const rows = list === undefined ? undefined : Object.entries(value ?? {}).find(([name]) => name === list)?.[1];
  const place = index === undefined ? '' : `${entryLabel(list ?? '', Number(index), rows?.[Number(index)]?.name)}: `;
  if (error.keyword === 'additionalProperties') return `${place}unknown key ${error.params.additionalProperty}`;
  if (error.keyword === 'required') return `${place}${error.params.missingProperty} is missing`;
  const schema = { embeddings: EmbeddingRow, rerankers: RerankerRow, tools: ToolRow }[list ?? ''] ?? ModelRow;
  const described =
    key === undefined ? undefined : Object.entries(schema.properties).find(([name]) => name === key)?.[1];
  if (key !== undefined)
    return `${place}${key} must be ${described && 'description' in described ? described.description : 'valid'}`;
  if (index !== undefined) return `${place}must be a mapping`;
  return list === undefined
    ? 'must be a mapping with the keys models, embeddings, rerankers and tools'
    : `${list} must be a list`;
}

function entryLabel(list: string, index: number, name: unknown): string {
  return `${list}[${index}]${typeof name === 'string' ? ` (${name})` : ''}`;
}

type Row = { readonly name: string; readonly alias?: string; readonly provider?: string; readonly base_url?: string };

/** What only shows when entries are seen together or whole. `taken` are names that no entry may have, and whose they are. */
function problemsAcross(list: string, rows: readonly Row[], taken?: ReadonlyMap<string, string>): string[] {
  const seen = new Map(taken);
  return rows.flatMap((row, index) => {
    const label = entryLabel(list, index, row.name);
    const problems: string[] = [];
    if (row.provider === 'openai-compatible' && row.base_url === undefined)
      problems.push(`${label}: base_url is missing`);
    for (const key of ['name', 'alias'] as const) {
      const name = row[key]?.toLowerCase();
      if (name === undefined) continue;
      const holder = seen.get(name);
      // An alias that differs from its own model's name in nothing but its letters' case names the same model.
      if (holder === label && key === 'alias') continue;
      if (holder !== undefined) problems.push(`${label}: ${key} ${row[key]} is already taken by ${holder}`);
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
    vendor: row.vendor ?? (row.provider === 'demo' ? 'holdfast' : row.provider),
    description: row.description ?? '',
    supports_vision: row.supports_vision ?? false,
    supports_tools: row.supports_tools ?? true,
    ...(row.supports_pdf !== undefined && { supports_pdf: row.supports_pdf }),
    ...(row.supports_audio !== undefined && { supports_audio: row.supports_audio }),
    output_modalities: row.output_modalities ?? ['text', 'json'],
    context_window: row.context_window ?? null,
    input_price: priceOf(row.input_price),
    output_price: priceOf(row.output_price),
    ...(row.cached_input_price !== undefined && { cached_input_price: priceOf(row.cached_input_price) }),
    ...(row.cache_write_price !== undefined && { cache_write_price: priceOf(row.cache_write_price) }),
    ...(row.reasoning_price !== undefined && { reasoning_price: priceOf(row.reasoning_price) }),
    ...(row.image_price !== undefined && { image_price: priceOf(row.image_price) }),
    ...(row.character_price !== undefined && { character_price: priceOf(row.character_price) }),
    retired: row.retired ?? false,
    ...(row.max_wait !== undefined && { maxWaitMs: durationOrZeroMs(row.max_wait) }),
    ...connectionOf(row),
  };
}

function toEmbedding(row: Type.Static<typeof EmbeddingRow>): EmbeddingEntry {
  const { max_input_tokens, batch } = PROVIDER_LIMITS[row.provider];
  return {
    name: row.name,
    provider: row.provider,
    description: row.description ?? '',
    dimension: row.dimension,
    input_price: priceOf(row.input_price),
    max_input_tokens: row.max_input_tokens ?? max_input_tokens,
    batch: row.batch ?? batch,
    query_prefix: row.query_prefix ?? '',
    document_prefix: row.document_prefix ?? '',
    ...connectionOf(row),
  };
}

function toReranker(row: Type.Static<typeof RerankerRow>): RerankerEntry {
  const provider = RERANK_PROVIDER;
  return {
    name: row.name,
    provider,
    vendor: row.vendor ?? provider,
    description: row.description ?? '',
    input_price: priceOf(row.input_price),
    max_input_tokens: row.max_input_tokens ?? RERANKED_TOKENS,
    ...connectionOf({ ...row, provider }),
    baseUrl: withoutSlash(row.base_url),
  };
}

function connectionOf(
  row: Pick<Type.Static<typeof ModelRow>, 'name' | 'model' | 'base_url' | 'api_key_env'> & { provider: string },
): Pick<ModelEntry, 'providerModel' | 'baseUrl' | 'apiKeyEnv'> {
  const keyVariable = row.api_key_env ?? new Map(Object.entries(KEY_VARIABLES)).get(row.provider);
  return {
    providerModel: row.model ?? row.name,
    ...(row.base_url !== undefined && { baseUrl: withoutSlash(row.base_url) }),
    ...(keyVariable !== undefined && { apiKeyEnv: keyVariable }),
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function priceOf(given: number | string | undefined): string {
  return new Decimal(given ?? 0).toFixed();
}
