import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';

/** Models that the project may use. Shared by every screen that asks for one. */
export function models(scope: Scope) {
  return queryOptions({
    queryKey: ['model', scope.project_id],
    queryFn: () => get(`${PROJECT}/model`, { params: { path: { ...scope } } }),
    staleTime: 300_000,
  });
}

export type ModelKey = Schemas['ModelKey'];

/** Providers that take a key, and where each has its own from. For platform administrators. */
export const modelKeys = queryOptions({
  queryKey: ['model_key'],
  queryFn: () => get('/api/v1/model_key'),
});

/** Stores a provider's key for the whole installation. */
export function storeKey(variable: string, key: string) {
  return post('/api/v1/model_key/{variable}', { params: { path: { variable } }, body: { key } });
}

/** Which models there are changed with the keys. */
export function readKeysAgain(): void {
  void queryClient.invalidateQueries({ queryKey: modelKeys.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['model'] });
}

const NAMES: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'OpenAI',
  ANTHROPIC_API_KEY: 'Anthropic',
  GOOGLE_GENERATIVE_AI_API_KEY: 'Google',
};

/** What people call who takes the key. */
export function keyedName({ variable }: Pick<ModelKey, 'variable'>): string {
  return NAMES[variable] ?? variable;
}
