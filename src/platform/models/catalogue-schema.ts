import Type from 'typebox';
import { LARGEST_BATCH, LARGEST_DIMENSION } from './embeddings/limits.ts';

/** Adapters that speak to models, as entries name them. */
export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google', 'demo'] as const;
/** What speaks to rerankers: the form that Cohere and Jina began and most servers follow. */
export const RERANK_PROVIDER = 'rerank-compatible';
const MODALITIES = ['text', 'json', 'image', 'audio', 'pdf', 'csv'] as const;

// A description is what a wrong value is answered with: "<key> must be <description>".
const Text = Type.String({ minLength: 1, description: 'text' });
const Name = Type.String({ pattern: '^\\S(.{0,198}\\S)?$', description: 'text of 1 to 200 characters' });
const Flag = Type.Optional(Type.Boolean({ description: 'true or false' }));
const Count = (most: number) =>
  Type.Integer({ minimum: 1, maximum: most, description: `a whole number from 1 to ${most}` });
const Price = Type.Optional(
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^\\d{1,12}(\\.\\d{1,12})?$' })], {
    description: 'a decimal number that is not negative',
  }),
);
const oneOf = <Values extends string[]>(...values: Values) =>
  Type.Enum<Values>([...values], { description: `one of ${values.join(', ')}` });
const MaxWait = Type.Optional(
  Type.String({ format: 'max-wait', description: 'an ISO 8601 duration of at most ten years, e.g. PT24H or PT0S' }),
);
const Address = Type.String({
  pattern: '^https?://[^\\s@/?#]+(/[^\\s@?#]*)?$',
  description: 'an http or https address without credentials',
});
const Connection = {
  base_url: Type.Optional(Address),
  api_key_env: Type.Optional(
    Type.String({
      pattern: '^[A-Z][A-Z0-9_]*$',
      description: 'the name of an environment variable in capitals, never a key itself',
    }),
  ),
  model: Type.Optional(Text),
};
const closed = { additionalProperties: false };

export const ModelRow = Type.Object(
  {
    name: Name,
    alias: Type.Optional(Name),
    provider: oneOf(...PROVIDERS),
    vendor: Type.Optional(Text),
    ...Connection,
    description: Type.Optional(Type.String({ description: 'text' })),
    supports_vision: Flag,
    supports_pdf: Flag,
    supports_audio: Flag,
    supports_tools: Flag,
    output_modalities: Type.Optional(
      Type.Array(oneOf(...MODALITIES), {
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
  closed,
);

export const EmbeddingRow = Type.Object(
  {
    name: Name,
    provider: oneOf('openai-compatible', 'openai', 'google'),
    ...Connection,
    description: Type.Optional(Type.String({ description: 'text' })),
    dimension: Count(LARGEST_DIMENSION),
    input_price: Price,
    max_input_tokens: Type.Optional(Count(1_000_000)),
    batch: Type.Optional(Count(LARGEST_BATCH)),
    query_prefix: Type.Optional(Type.String({ description: 'text' })),
    document_prefix: Type.Optional(Type.String({ description: 'text' })),
  },
  closed,
);

export const RerankerRow = Type.Object(
  {
    name: Name,
    vendor: Type.Optional(Text),
    ...Connection,
    base_url: Address,
    description: Type.Optional(Type.String({ description: 'text' })),
    input_price: Price,
    max_input_tokens: Type.Optional(Count(1_000_000)),
  },
  closed,
);

/** What costs a price by the call, as entries name it. */
export const PRICED_TOOLS = ['web_search'] as const;
export const ToolRow = Type.Object({ name: oneOf(...PRICED_TOOLS), price: Price }, closed);

/** A models file. */
export const File = Type.Object(
  {
    models: Type.Optional(Type.Array(ModelRow, { description: 'a list' })),
    embeddings: Type.Optional(Type.Array(EmbeddingRow, { description: 'a list' })),
    rerankers: Type.Optional(Type.Array(RerankerRow, { description: 'a list' })),
    tools: Type.Optional(Type.Array(ToolRow, { description: 'a list' })),
  },
  closed,
);
