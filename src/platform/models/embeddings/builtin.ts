import type { EmbeddingEntry } from '../catalog.ts';

/** The built-in embedding model: the Universal Sentence Encoder, multilingual. */
export const BUILTIN_EMBEDDING: EmbeddingEntry = {
  name: 'builtin-multilingual',
  provider: 'builtin',
  description: 'Runs inside the product, offline and free, for 15 languages',
  providerModel: 'universal-sentence-encoder-multilingual',
  dimension: 512,
  input_price: '0',
  max_input_tokens: 512,
  batch: 4,
  query_prefix: '',
  document_prefix: '',
  languages: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'th', 'tr', 'zh'],
};
