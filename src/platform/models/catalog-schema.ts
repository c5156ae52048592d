import Type from 'typebox';
import { MAX_BATCH_SIZE, MAX_DIMENSION } from './limits.ts';
import { PROVIDERS } from './providers/index.ts';

/** Names of the providers in the models file, and of those with embedding models. */
const PROVIDER_NAMES = PROVIDERS.map(({ name }) => name);
const EMBEDDING_PROVIDER_NAMES = PROVIDERS.flatMap(({ name, embeddings }) => (embeddings ? [name] : []));
/** Reranker API that Cohere and Jina introduced and most servers follow. */
export const RERANK_PROVIDER = 'rerank-compatible';
const MODALITIES = ['text', 'json', 'image', 'audio', 'pdf', 'csv'] as const;

// Descriptions are part of error messages: "<key> must be <description>".
const NonEmptyText = Type.String({ minLength: 1, description: 'text' });
const Name = Type.String({ pattern: '^\\S(.{0,198}\\S)?$', description: 'text of 1 to 200 characters' });
const Flag = Type.Optional(Type.Boolean({ description: 'true or false' }));
const Count = (max: number) =>
  Type.Integer({ minimum: 1, maximum: max, description: `a whole number from 1 to ${max}` });
const Price = Type.Optional(
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,12})?$' })], {
    description: 'a decimal number that is not negative',
  }),
);
const enumOf = <Values extends string[]>(...values: Values) =>
  Type.Enum<Values>([...values], { description: `one of ${values.join(', ')}` });
const MaxWait = Type.Optional(
  Type.String({ format: 'max-wait', description: 'an ISO 8601 duration of at most ten years, e.g. PT24H or PT0S' }),
);
const Address = Type.String({
  pattern: '^https?://[^\\s@/?#]+(/[^\\s@?#]*)?$',
  description: 'an http or https URL without credentials',
});
const Connection = {
  base_url: Type.Optional(Address),
  api_key_env: Type.Optional(
    Type.String({
      pattern: '^[A-Z][A-Z0-9_]*$',
      description: 'the name of an environment variable in capitals, never a key itself',
    }),
  ),
  model: Type.Optional(NonEmptyText),
};
const CLOSED = { additionalProperties: false };

export const ModelRow = Type.Object(
  {
    name: Name,
    alias: Type.Optional(Name),
    provider: enumOf(...PROVIDER_NAMES),
    vendor: Type.Optional(NonEmptyText),
    ...Connection,
    description: Type.Optional(Type.String({ description: 'text' })),
    supports_vision: Flag,
    supports_pdf: Flag,
    supports_audio: Flag,
    supports_tools: Flag,
    output_modalities: Type.Optional(
      Type.Array(enumOf(...MODALITIES), {
        minItems: 1,
        uniqueItems: true,
        description: `a list of ${MODALITIES.join(', ')}`,
      }),
    ),
    context_window: Type.Optional(Count(1_000_000_000)),
    input_price: Price,
    output_price: Price,
    cached_input_price: Price,
    cache_write_price: Price,
    reasoning_price: Price,
    image_price: Price,
    character_price: Price,
    retired: Flag,
    max_wait: MaxWait,
  },
  CLOSED,
);

export const EmbeddingRow = Type.Object(
  {
    name: Name,
    provider: enumOf(...EMBEDDING_PROVIDER_NAMES),
    ...Connection,
    description: Type.Optional(Type.String({ description: 'text' })),
    dimension: Count(MAX_DIMENSION),
    input_price: Price,
    max_input_tokens: Type.Optional(Count(1_000_000)),
    batch: Type.Optional(Count(MAX_BATCH_SIZE)),
    query_prefix: Type.Optional(Type.String({ description: 'text' })),
    document_prefix: Type.Optional(Type.String({ description: 'text' })),
  },
  CLOSED,
);

export const RerankerRow = Type.Object(
  {
    name: Name,
    vendor: Type.Optional(NonEmptyText),
    ...Connection,
    base_url: Address,
    description: Type.Optional(Type.String({ description: 'text' })),
    input_price: Price,
    max_input_tokens: Type.Optional(Count(1_000_000)),
  },
  CLOSED,
);

/** Tools with a price per call, by their names in the models file. */
const PRICED_TOOLS = ['web_search'] as const;
export const ToolRow = Type.Object({ name: enumOf(...PRICED_TOOLS), price: Price }, CLOSED);

/** Schema of the models file. */
export const File = Type.Object(
  {
    models: Type.Optional(Type.Array(ModelRow, { description: 'a list' })),
    embeddings: Type.Optional(Type.Array(EmbeddingRow, { description: 'a list' })),
    rerankers: Type.Optional(Type.Array(RerankerRow, { description: 'a list' })),
    tools: Type.Optional(Type.Array(ToolRow, { description: 'a list' })),
  },
  CLOSED,
);
