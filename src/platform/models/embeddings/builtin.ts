import type { EmbeddingEntry } from '../catalogue.ts';

/** The built-in embedding model: the Universal Sentence Encoder, lite. */
export const BUILTIN_EMBEDDING: EmbeddingEntry = {
  name: 'builtin-english',
  provider: 'builtin',
  description: 'Runs inside the product, offline and free. It knows English only',
  providerModel: 'universal-sentence-encoder-lite',
  dimension: 512,
  input_price: '0',
  max_input_tokens: 512,
  batch: 4,
  query_prefix: '',
  document_prefix: '',
  languages: ['en'],
};
