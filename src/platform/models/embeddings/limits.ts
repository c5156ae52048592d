/** Maximum vector length: HNSW indexes with half precision support no more. */
export const MAX_DIMENSION = 4000;

/** Default limits of a provider's requests. */
interface ProviderLimits {
  readonly max_input_tokens: number;
  readonly batch: number;
  /** Maximum total tokens per request. */
  readonly requestTokens: number;
}

/** Self-hosted servers often run BERT-like models, which read 512 tokens, and accept 32 texts. */
export const PROVIDER_LIMITS = {
  'openai-compatible': { max_input_tokens: 512, batch: 32, requestTokens: 100_000 },
  openai: { max_input_tokens: 8191, batch: 256, requestTokens: 250_000 },
  google: { max_input_tokens: 2048, batch: 100, requestTokens: 20_000 },
} as const satisfies Record<string, ProviderLimits>;

/** Maximum texts per request in a models file. */
export const MAX_BATCH_SIZE = 2048;
