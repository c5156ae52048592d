import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type Type from 'typebox';
import type { TSchema } from 'typebox';
import type { ModelFields } from '../catalog.ts';
import type { ExtraData } from '../extra-data.ts';
import type { ImageModel, SpeechModel } from '../media/request.ts';
import type { CallOptions, Json, LanguageModel, ModelSettings, ParsedPart, StreamPart } from '../request.ts';
import type { Fetch } from '../transport.ts';

/** Schemas of settings by name. */
export type SettingSchemas = Readonly<Record<string, TSchema>>;
type SettingValues<Schemas extends SettingSchemas> = { readonly [Name in keyof Schemas]?: Type.Static<Schemas[Name]> };

/** Options of an adapter under the adapter's names. Undefined ones are not sent. */
type AdapterOptions = Readonly<Record<string, Json | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** Connection of an adapter. */
export interface AdapterConnection {
  readonly apiKey: string | undefined;
  /** Undefined for the provider's own address. */
  readonly baseURL: string | undefined;
  readonly fetch: Fetch;
}

/** Default environment variable of a provider's API key, and what the key adds. */
export interface StandardKey {
  readonly variable: string;
  readonly models: readonly KnownModel[];
  readonly embeddings: readonly KnownEmbedding[];
  /** Price of a token that is written to the prompt cache, relative to an input token. Default: not listed. */
  readonly cacheWritePriceFactor?: number;
}

/** A model that a key adds, with prices in US dollars per million tokens of a prompt of ordinary length. */
interface KnownModel {
  readonly name: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly description: string;
}

/** An embedding model that a key adds, with its price in US dollars per million tokens. */
interface KnownEmbedding {
  readonly name: string;
  readonly dimension: number;
  readonly usd: number;
  readonly description: string;
}

/** How to check a key: `GET <base URL>/models`, a free request that requires the key. */
export interface KeyCheck {
  /** Default base URL. */
  readonly baseUrl?: string;
  /** Environment variable with the base URL, which the adapter reads too. */
  readonly baseUrlVariable?: string;
  readonly toHeaders: (key: string) => Record<string, string>;
  /** Prefix that only keys of this provider have. */
  readonly prefix?: string;
  /** Statuses of an invalid key besides 401 and 403. */
  readonly rejectionStatuses?: readonly number[];
}

/** Models for one kind of media. */
interface MediaAdapter<Model> {
  readonly settings: SettingSchemas;
  createModel(connection: AdapterConnection, providerModel: string): Promise<Model>;
}

/** Embedding models. */
export interface EmbeddingAdapter {
  /** Default of a models file: maximum tokens per text. */
  readonly maxInputTokens: number;
  /** Default of a models file: maximum texts per request. */
  readonly batch: number;
  readonly maxRequestTokens: number;
  createModel(connection: AdapterConnection, providerModel: string): Promise<EmbeddingModelV4>;
  /** Returns the options of a request. By default no vector length is requested. */
  toOptions?(
    model: { readonly providerModel: string; readonly dimension: number },
    purpose: 'document' | 'query',
  ): { readonly dimensions?: number; readonly providerOptions?: CallOptions['providerOptions'] };
}

/**
 * Patterns of a provider's error texts. They apply to errors of every provider, since gateways forward the texts of
 * others.
 */
export interface ErrorPatterns {
  readonly rateLimited?: RegExp;
  readonly contextLength?: RegExp;
  /** Limits that no wait resolves: an exhausted quota, or a request above the limit itself. */
  readonly permanentLimit?: RegExp;
  /** Finds the time to wait. Group 1 is a duration such as `32.5s`. */
  readonly retryDelay?: RegExp;
}

/** Models that a provider finds without a key. */
export interface FoundModels {
  readonly models: readonly ModelFields[];
  readonly embeddings: readonly FoundEmbedding[];
}

/** An embedding model that a provider finds. It costs nothing. */
export interface FoundEmbedding {
  readonly name: string;
  readonly description: string;
  readonly providerModel: string;
  readonly baseUrl: string;
  readonly dimension: number;
  /** Default: that of the provider. */
  readonly maxInputTokens: number | undefined;
}

/** Everything that is known of a model provider. `docs/development.md` says how to add one. */
export interface ModelProvider<Name extends string = string> {
  /** Name in models files and in the API. */
  readonly name: Name;
  /** Name that users read. */
  readonly label: string;
  /** Default creator of its models. Default: `name`. */
  readonly vendor?: string;
  /** Whether a model needs a `base_url`. */
  readonly requiresBaseUrl?: boolean;
  /** Whether models run in this process without requests. */
  readonly isInProcess?: boolean;

  readonly standardKey?: StandardKey;
  /** Default: `Authorization: Bearer` at the `base_url` of the models file. */
  readonly keyCheck?: KeyCheck;
  /** Finds models of a local server at startup. */
  findModels?(env: NodeJS.ProcessEnv): Promise<FoundModels>;
  /** Model that is listed if there is no other. */
  readonly fallbackModel?: ModelFields;

  /** Whether models with vision accept PDFs. */
  readonly acceptsPdf: boolean;
  /** Audio types that the adapter sends. Default: none. */
  readonly audioTypes?: RegExp;

  /** Settings besides the common ones. */
  readonly settings: SettingSchemas;
  /** Settings by name with the value that has no effect. */
  readonly settingDefaults?: Fields;
  /** Additional names of settings in the adapter's warnings. */
  readonly settingFeatures?: Readonly<Record<string, readonly string[]>>;
  /** Converts settings to options. `isObserved` says whether someone reads the stream. */
  toOptions(settings: ModelSettings, call: { readonly isObserved: boolean }): AdapterOptions;
  /** Name of the adapter's options. Default: `name`. */
  readonly optionsNamespace?: string;

  /** Creates the adapter of a model. `withSchemas` is false for a server that accepts no response schema. */
  createLanguageModel(
    connection: AdapterConnection,
    providerModel: string,
    withSchemas: boolean,
  ): Promise<LanguageModel>;
  /** Adapters by kind of media. A missing kind is not supported. */
  readonly media?: { readonly image?: MediaAdapter<ImageModel>; readonly audio?: MediaAdapter<SpeechModel> };
  readonly embeddings?: EmbeddingAdapter;

  /** Whether servers may reject response schemas. */
  readonly mayRejectSchemas?: boolean;
  /** Whether the API requires `max_tokens`, and grants a thinking budget in addition. */
  readonly requiresMaxTokens?: boolean;
  /** Whether tool results have an error flag. Otherwise the text states the error. */
  readonly hasToolErrorFlag?: boolean;
  /** Whether a prompt may contain files that the model created. */
  readonly acceptsCreatedFiles?: boolean;
  /** Converts a corrected tool schema or one of its subschemas. */
  adaptToolSchema?(schema: Record<string, unknown>): Record<string, unknown>;

  /** Creates the parser of one stream. By default the parts stay unchanged. */
  createPartParser?(): (part: StreamPart) => readonly ParsedPart[];
  /** Returns whether an event that the adapter cannot read is a part of the response. `kind` joins its types. */
  isResponseEvent?(event: Fields, kind: string): boolean;
  /** Returns the texts that explain the end of a response, from the metadata of the adapter. */
  explainFinish?(metadata: Fields): readonly unknown[];
  /** Returns the options of a response's message that the server expects back. */
  toMessageOptions?(data: ExtraData, baseUrl: string | undefined): CallOptions['providerOptions'];
  readonly errorPatterns?: ErrorPatterns;
}

/** Definition of a provider whose `toOptions` gets its settings with their types. */
type ProviderDefinition<Name extends string, Schemas extends SettingSchemas> = Omit<
  ModelProvider<Name>,
  'settings' | 'toOptions'
> & {
  readonly settings: Schemas;
  toOptions(
    settings: SettingValues<Schemas> & { readonly parallel_tool_calls?: boolean },
    call: { readonly isObserved: boolean },
  ): AdapterOptions;
};

/** Defines a provider. */
export function defineProvider<const Name extends string, Schemas extends SettingSchemas>(
  definition: ProviderDefinition<Name, Schemas>,
): ModelProvider<Name> {
  return definition as ModelProvider<Name>;
}
