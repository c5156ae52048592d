import type { Setting } from '../../lib/settings.ts';

/** Settings of a search, by a task or an agent. */
export const SEARCH_SETTINGS: readonly Setting[] = [
  { name: 'retrieval_mode', type: 'choice', options: ['single', 'iterative'] },
  { name: 'max_retrieval_steps', type: 'number' },
  { name: 'max_retrieval_credits', type: 'number' },
  { name: 'passage_context', type: 'choice', options: ['chunk', 'neighbors', 'section'] },
];

/** Settings of retrieval and of the context given to the model. */
export const RETRIEVAL_SETTINGS: readonly Setting[] = [
  { name: 'rewrite_mode', type: 'choice', options: ['none', 'query'] },
  ...SEARCH_SETTINGS,
  { name: 'rerank_model', type: 'text' },
  { name: 'candidate_k', type: 'number' },
  { name: 'final_k', type: 'number' },
  { name: 'max_context_chunks', type: 'number' },
  { name: 'max_context_tokens', type: 'number' },
  { name: 'context_instruction', type: 'long' },
  { name: 'include_sources', type: 'check' },
  { name: 'filters', type: 'json' },
];
