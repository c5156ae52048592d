import { v5 as uuidV5 } from 'uuid';
import type { Config } from '../config.ts';
import { readModelsFile } from './catalogue-file.ts';
import type { PROVIDERS, RERANK_PROVIDER } from './catalogue-schema.ts';
import { DEMO_ENTRY } from './demo.ts';
import { type DetectedModels, detectModels } from './detect.ts';
import { createEmbeddingCatalogue } from './embeddings/catalogue.ts';
import { createFolderEntry } from './embeddings/folder.ts';
import { detectOllamaModels } from './ollama.ts';
import { createRerankerCatalogue } from './reranking/catalogue.ts';

/** Which adapter speaks to a model. */
export type ModelProvider = (typeof PROVIDERS)[number];

/** One model that tasks and agents can use. */
export interface ModelEntry {
  /** UUID derived from the name: the same on every machine, whatever the letter case. */
  readonly id: string;
  readonly name: string;
  /** A second name. */
  readonly alias: string | null;
  readonly provider: ModelProvider;
  /** Who made the model. */
  readonly vendor: string;
  readonly description: string;
  readonly supports_vision: boolean;
  readonly supports_tools: boolean;
  /** Whether it reads PDFs, and recordings; by its provider and `supports_vision` where left out. */
  readonly supports_pdf?: boolean;
  readonly supports_audio?: boolean;
  readonly output_modalities: string[];
  /** Tokens; null where unknown. */
  readonly context_window: number | null;
  /** Credits per million input tokens, exact decimal. */
  readonly input_price: string;
  /** Credits per million output tokens, exact decimal. */
  readonly output_price: string;
  /** Credits per million input tokens that come from the provider's cache, and that go into it; left out, the `input_price`. */
  readonly cached_input_price?: string;
  readonly cache_write_price?: string;
  /** Credits per million output tokens that are thinking; left out, the `output_price`. */
  readonly reasoning_price?: string;
  /** Credits per picture that it makes, exact decimal; 0 where left out. */
  readonly image_price?: string;
  /** Credits per million characters that it speaks, exact decimal; 0 where left out. */
  readonly character_price?: string;
  readonly retired: boolean;
  /** Milliseconds that a run waits for its provider while that is away; left out, MODEL_MAX_WAIT. */
  readonly maxWaitMs?: number | undefined;
  /** The provider's own name of the model. */
  readonly providerModel: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
}

/** Who makes vectors: a provider, a model's folder on this machine, or the model that comes with the product. */
export type EmbeddingProvider = 'openai-compatible' | 'openai' | 'google' | 'folder' | 'builtin';

/** One model that turns text into vectors. */
export interface EmbeddingEntry {
  readonly name: string;
  readonly provider: EmbeddingProvider;
  readonly description: string;
  /** The provider's own name of the model; of a folder, its path. */
  readonly providerModel: string;
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** Length of its vectors. */
  readonly dimension: number;
  /** Credits per million tokens, exact decimal. */
  readonly input_price: string;
  /** Tokens of a text that the model reads; what is beyond is cut off. */
  readonly max_input_tokens: number;
  /** Most texts of one request to the provider. */
  readonly batch: number;
  /** What stands before every text that is looked for, and before every one that is found. */
  readonly query_prefix: string;
  readonly document_prefix: string;
}

/** One model that says how well a text answers a query, read together. */
export interface RerankerEntry {
  readonly name: string;
  readonly provider: typeof RERANK_PROVIDER;
  readonly vendor: string;
  readonly description: string;
  /** The provider's own name of the model. */
  readonly providerModel: string;
  readonly baseUrl: string;
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** Credits per million tokens, exact decimal. */
  readonly input_price: string;
  /** Tokens of a text that the model reads; what is beyond is cut off. */
  readonly max_input_tokens: number;
}

/** The models of this installation. Which there are changes with the keys of providers, and with nothing else. */
export interface ModelCatalogue {
  /** Every model, retired ones included, the file's first. */
  all(): readonly ModelEntry[];
  /** By id, or by name or alias in any letter case. */
  find(idOrName: string): ModelEntry | undefined;
  /** The file's first, then those detected, the built-in one last. */
  readonly embeddings: readonly EmbeddingEntry[];
  /** The embedding model of what names none. */
  readonly defaultEmbedding: EmbeddingEntry;
  /** By name, in any letter case. */
  findEmbedding(name: string): EmbeddingEntry | undefined;
  /** Those of the file. */
  readonly rerankers: readonly RerankerEntry[];
  /** The reranker of searches that name none; null where there is none, or none is wanted. */
  readonly defaultReranker: RerankerEntry | null;
  /** By name, in any letter case. */
  findReranker(name: string): RerankerEntry | undefined;
  /** Credits per call of a tool, exact decimal; 0 where the file names none. */
  toolPrice(name: string): string;
}

/** A catalogue that is gathered again where keys of providers came or went. */
export interface ReloadableCatalogue extends ModelCatalogue {
  /** Looks at the keys again; files and local servers were looked at once. Throws SettingError, and stays as it was. */
  reload(): void;
}

/** Where the catalogue comes from. */
export interface CatalogueOptions {
  /** A file that the settings name; it must exist. */
  readonly modelsFile?: string;
  /** Used where it exists and no file is named. */
  readonly defaultFile: string;
  /** Keys of providers, which may change, and OLLAMA_HOST. */
  readonly env: NodeJS.ProcessEnv;
  /** Look for a local Ollama server (default: true). */
  readonly probeOllama?: boolean;
  /** A folder with an embedding model. */
  readonly embeddingFolder?: string;
  /** Name of the embedding model of what names none (default: the first). */
  readonly embeddingModel?: string;
  /** Name of the reranker of searches that name none (default: none). */
  readonly rerankModel?: string;
}

/** Namespace of model ids; changing it would change every id. */
const MODEL_NAMESPACE = '5d0c1f6e-9b1a-4c6f-8a55-6f2f1f3f7b21';

/**
 * Gathers the models: those of the file, then those of providers whose key is in the environment, then those of a
 * local Ollama server. An entry of the file stands over a detected one of the same name. Where nothing is found the
 * built-in demo model is there. Throws SettingError for a file or folder that is missing, unreadable or wrong.
 */
export async function loadModelCatalogue(options: CatalogueOptions): Promise<ReloadableCatalogue> {
  const file = await readModelsFile(options);
  const { embeddingFolder, env } = options;
  const sources = {
    file,
    folder: embeddingFolder === undefined ? undefined : createFolderEntry(embeddingFolder),
    local: (options.probeOllama ?? true) ? await detectOllamaModels(env.OLLAMA_HOST) : { models: [], embeddings: [] },
  };
  let current = buildCatalogue(sources, options);
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
    ...createRerankerCatalogue(file.rerankers, options.rerankModel),
    toolPrice: (name) => file.toolPrices.get(name) ?? '0',
    reload() {
      current = buildCatalogue(sources, options);
    },
  };
}

/** What is looked at once, when a process starts. */
interface StaticSources {
  readonly file: Awaited<ReturnType<typeof readModelsFile>>;
  readonly folder: EmbeddingEntry | undefined;
  readonly local: DetectedModels;
}

/** What the keys of now add to what was found. */
function buildCatalogue({ file, folder, local }: StaticSources, { env, embeddingModel }: CatalogueOptions) {
  const detectedByKey = detectModels(env);
  const fileModels = file.models.map(addId);
  const fileNames = new Set(fileModels.flatMap(listNames));
  const detected = [...detectedByKey.models, ...local.models].map(addId);
  const models = [...fileModels, ...detected.filter((model) => listNames(model).every((name) => !fileNames.has(name)))];
  return {
    ...createLookup(models),
    ...createEmbeddingCatalogue({
      file: file.embeddings,
      folder,
      detected: [...detectedByKey.embeddings, ...local.embeddings],
      defaultName: embeddingModel,
    }),
  };
}

/**
 * The models of a process of the product: those of its MODELS_FILE, or of config/models.yaml, with what is detected.
 * `env` holds the keys.
 */
export function loadModels(
  config: Pick<Config, 'modelsFile' | 'embeddingFolder' | 'embeddingModel' | 'rerankModel'>,
  env = process.env,
): Promise<ReloadableCatalogue> {
  return loadModelCatalogue({ ...config, defaultFile: 'config/models.yaml', env });
}

/** A model before its id is known. */
export type UnidentifiedModel = Omit<ModelEntry, 'id'>;

/** The id of whatever model has the name. */
export function toModelId(name: string): string {
  return uuidV5(name.toLowerCase(), MODEL_NAMESPACE);
}

function addId(model: UnidentifiedModel): ModelEntry {
  return { id: toModelId(model.name), ...model };
}

function listNames(model: ModelEntry): string[] {
  return [model.name, ...(model.alias === null ? [] : [model.alias])].map((name) => name.toLowerCase());
}

/** What names none but the built-in demo model has it listed; it is found beside others too, by what was made with it. */
function createLookup(configured: readonly ModelEntry[]): Pick<ModelCatalogue, 'all' | 'find'> {
  const demo = addId(DEMO_ENTRY);
  const models = configured.length > 0 ? configured : [demo];
  const byKey = new Map(
    [demo, ...models].flatMap((model) => [model.id, ...listNames(model)].map((key) => [key, model] as const)),
  );
  return {
    all: () => models,
    find: (idOrName) => byKey.get(idOrName.toLowerCase()),
  };
}
