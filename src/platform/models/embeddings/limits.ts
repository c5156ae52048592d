/** Longest vectors that are kept: an HNSW index over half precision takes no more. */
export const MAX_DIMENSION = 4000;

/** What a provider takes in one request, where an entry of the models file does not say otherwise. */
interface ProviderLimits {
  readonly max_input_tokens: number;
  readonly batch: number;
  /** Tokens of all texts of a request together. */
  readonly requestTokens: number;
}

/** Servers of one's own often run BERT's kin, which read 512 tokens, and take 32 texts. */
export const PROVIDER_LIMITS = {
  'openai-compatible': { max_input_tokens: 512, batch: 32, requestTokens: 100_000 },
  openai: { max_input_tokens: 8191, batch: 256, requestTokens: 250_000 },
  google: { max_input_tokens: 2048, batch: 100, requestTokens: 20_000 },
} as const satisfies Record<string, ProviderLimits>;

/** Most texts of one request that an entry can ask for. */
export const MAX_BATCH_SIZE = 2048;
