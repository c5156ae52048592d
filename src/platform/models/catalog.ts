import { v5 as uuidV5 } from 'uuid';
import type { Config } from '../config.ts';
import { readModelsFile } from './catalog-file.ts';
import type { RERANK_PROVIDER } from './catalog-schema.ts';
import { type DetectedModels, detectModels, findLocalModels } from './detect.ts';
import { createEmbeddingCatalog } from './embeddings/catalog.ts';
import { createFolderEntry } from './embeddings/folder.ts';
import { FALLBACK_MODEL, type ProviderName } from './providers/index.ts';
import { createRerankerCatalog } from './reranking/catalog.ts';

/** A model without its id and provider. */
export interface ModelFields {
  readonly name: string;
  /** Alternative name. */
  readonly alias: string | null;
  /** Creator of the model. */
  readonly vendor: string;
  readonly description: string;
  readonly supports_vision: boolean;
  readonly supports_tools: boolean;
  /** Whether it accepts PDFs and audio. Default: by provider and `supports_vision`. */
  readonly supports_pdf?: boolean;
  readonly supports_audio?: boolean;
  readonly output_modalities: string[];
  /** Tokens; null if unknown. */
  readonly context_window: number | null;
  /** Credits per million input tokens, exact decimal. */
  readonly input_price: string;
  /** Credits per million output tokens, exact decimal. */
  readonly output_price: string;
  /** Credits per million input tokens that are read from or written to the provider's cache. Default: `input_price`. */
  readonly cached_input_price?: string;
  readonly cache_write_price?: string;
  /** Credits per million reasoning tokens. Default: `output_price`. */
  readonly reasoning_price?: string;
  /** Credits per generated image, exact decimal. Default 0. */
  readonly image_price?: string;
  /** Credits per million characters of speech, exact decimal. Default 0. */
  readonly character_price?: string;
  readonly retired: boolean;
  /** Milliseconds that a run waits while the provider is unavailable. Default: MODEL_MAX_WAIT. */
  readonly maxWaitMs?: number | undefined;
  /** Model name at the provider. */
  readonly providerModel: string;
  readonly baseUrl?: string;
  /** Environment variable with the API key. */
  readonly apiKeyEnv?: string;
}

/** A model without its id. */
export interface UnidentifiedModel extends ModelFields {
  readonly provider: ProviderName;
}

/** A model that tasks and agents can use. */
export interface ModelEntry extends UnidentifiedModel {
  /** UUID derived from the lowercase name, so that it is the same on every machine. */
  readonly id: string;
}

/** Source of vectors: a provider, a model folder on this machine, or the built-in model. */
type EmbeddingProvider = ProviderName | 'folder' | 'builtin';

/** An embedding model. */
export interface EmbeddingEntry {
  readonly name: string;
  readonly provider: EmbeddingProvider;
  readonly description: string;
  /** Model name at the provider, or the path of a folder. */
  readonly providerModel: string;
  readonly baseUrl?: string;
  /** Environment variable with the API key. */
  readonly apiKeyEnv?: string;
  /** Length of its vectors. */
  readonly dimension: number;
  /** Credits per million tokens, exact decimal. */
  readonly input_price: string;
  /** Maximum tokens per text; the rest is cut off. */
  readonly max_input_tokens: number;
  /** Maximum texts per request. */
  readonly batch: number;
  /** Prefixes of queries and of documents. */
  readonly query_prefix: string;
  readonly document_prefix: string;
  /** Languages that it supports, ISO 639-1. Undefined for all. */
  readonly languages?: readonly string[];
}

/** A model that scores how well a text answers a query. */
export interface RerankerEntry {
  readonly name: string;
  readonly provider: typeof RERANK_PROVIDER;
  readonly vendor: string;
  readonly description: string;
  /** Model name at the provider. */
  readonly providerModel: string;
  readonly baseUrl: string;
  /** Environment variable with the API key. */
  readonly apiKeyEnv?: string;
  /** Credits per million tokens, exact decimal. */
  readonly input_price: string;
  /** Maximum tokens per text; the rest is cut off. */
  readonly max_input_tokens: number;
}

/** Models of this installation. The list changes only with the providers' API keys. */
export interface ModelCatalog {
  /** Lists all models, including retired ones. Models of the file come first. */
  all(): readonly ModelEntry[];
  /** Finds a model by id, or by name or alias in any case. */
  find(idOrName: string): ModelEntry | undefined;
  /** Models of the file, then detected ones, then the built-in one. */
  readonly embeddings: readonly EmbeddingEntry[];
  /** Default embedding model. */
  readonly defaultEmbedding: EmbeddingEntry;
  /** Finds an embedding model by name in any case. */
  findEmbedding(name: string): EmbeddingEntry | undefined;
  /** Rerankers of the models file. */
  readonly rerankers: readonly RerankerEntry[];
  /** Default reranker; null if none is configured. */
  readonly defaultReranker: RerankerEntry | null;
  /** Finds a reranker by name in any case. */
  findReranker(name: string): RerankerEntry | undefined;
  /** Returns credits per tool call, exact decimal; 0 if the file has no price. */
  toolPrice(name: string): string;
}

/** A catalog that can be reloaded after changes of API keys. */
interface ReloadableCatalog extends ModelCatalog {
  /**
   * Reloads the models of the API keys. Files and local servers are read only once. Throws SettingError without any
   * change.
   */
  reload(): void;
}

/** Sources of the catalog. */
interface CatalogOptions {
  /** Configured file; it must exist. */
  readonly modelsFile?: string;
  /** Read if it exists and no file is configured. */
  readonly defaultFile: string;
  /** API keys, which may change, and addresses of local servers. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether to find the models of local servers. Default true. */
  readonly shouldFindLocalModels?: boolean;
  /** Folder with an embedding model. */
  readonly embeddingFolder?: string;
  /** Name of the default embedding model. Default: the first. */
  readonly embeddingModel?: string;
  /** Name of the default reranker. Default: none. */
  readonly rerankModel?: string;
}

/** Namespace of model ids. A change would change every id. */
const MODEL_NAMESPACE = '5d0c1f6e-9b1a-4c6f-8a55-6f2f1f3f7b21';

/**
 * Loads the models of the file, of providers with an API key, and of local servers. An entry of the file replaces a
 * detected one with the same name. Without any model the fallback model is listed. Throws SettingError for a missing,
 * unreadable or invalid file or folder.
 */
export async function loadModelCatalog(options: CatalogOptions): Promise<ReloadableCatalog> {
  const file = await readModelsFile(options);
  const { embeddingFolder, env } = options;
  const sources = {
    file,
    folder: embeddingFolder === undefined ? undefined : createFolderEntry(embeddingFolder),
    local: (options.shouldFindLocalModels ?? true) ? await findLocalModels(env) : { models: [], embeddings: [] },
  };
  let current = buildCatalog(sources, options);
  return {
    all: () => current.all(),
    find: (idOrName) => current.find(idOrName),
    get embeddings() {
      return current.embeddings;
    },
    get defaultEmbedding() {
      return current.defaultEmbedding;
    },
    findEmbedding: (name) => current.findEmbedding(name),
    ...createRerankerCatalog(file.rerankers, options.rerankModel),
    toolPrice: (name) => file.toolPrices.get(name) ?? '0',
    reload() {
      current = buildCatalog(sources, options);
    },
  };
}

/** Sources that are read once at startup. */
interface StaticSources {
  readonly file: Awaited<ReturnType<typeof readModelsFile>>;
  readonly folder: EmbeddingEntry | undefined;
  readonly local: DetectedModels;
}

/** Builds the catalog from the sources and the current API keys. */
function buildCatalog({ file, folder, local }: StaticSources, { env, embeddingModel }: CatalogOptions) {
  const detectedByKey = detectModels(env);
  const fileModels = file.models.map(addId);
  const fileNames = new Set(fileModels.flatMap(listNames));
  const detected = [...detectedByKey.models, ...local.models].map(addId);
  const models = [...fileModels, ...detected.filter((model) => listNames(model).every((name) => !fileNames.has(name)))];
  return {
    ...createLookup(models),
    ...createEmbeddingCatalog({
      file: file.embeddings,
      folder,
      detected: [...detectedByKey.embeddings, ...local.embeddings],
      defaultName: embeddingModel,
    }),
  };
}

/**
 * Loads the models of a process from MODELS_FILE or config/models.yaml, and the detected ones. `env` contains the API
 * keys.
 */
export function loadModels(
  config: Pick<Config, 'modelsFile' | 'embeddingFolder' | 'embeddingModel' | 'rerankModel'>,
  env = process.env,
): Promise<ReloadableCatalog> {
  return loadModelCatalog({ ...config, defaultFile: 'config/models.yaml', env });
}

/** Returns the id of the model with this name. */
export function toModelId(name: string): string {
  return uuidV5(name.toLowerCase(), MODEL_NAMESPACE);
}

function addId(model: UnidentifiedModel): ModelEntry {
  return { id: toModelId(model.name), ...model };
}

function listNames(model: ModelEntry): string[] {
  return [model.name, ...(model.alias === null ? [] : [model.alias])].map((name) => name.toLowerCase());
}

/**
 * Builds the lookup of models. The fallback model is listed only if there is no other, but can always be found, since
 * records may refer to it.
 */
function createLookup(configured: readonly ModelEntry[]): Pick<ModelCatalog, 'all' | 'find'> {
  const fallback = addId(FALLBACK_MODEL);
  const models = configured.length > 0 ? configured : [fallback];
  const byKey = new Map(
    [fallback, ...models].flatMap((model) => [model.id, ...listNames(model)].map((key) => [key, model] as const)),
  );
  return {
    all: () => models,
    find: (idOrName) => byKey.get(idOrName.toLowerCase()),
  };
}
