import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { DEFAULT_KEY_VARIABLE, KEY_PREFIXES, PROVIDER_NAMES } from './providers.ts';

/** Models that the project can use. */
export function modelsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['model', scope.project_id],
    queryFn: () => get(`${PROJECT}/model`, { params: { path: { ...scope } } }),
    staleTime: 300_000,
  });
}

export type ModelKey = Schemas['ModelKey'];

/** Providers with configurable keys, and the source of each key. Platform administrators only. */
export const modelKeysQuery = queryOptions({
  queryKey: ['model_key'],
  queryFn: () => get('/api/v1/model_key'),
});

/** Stores a provider's key for the whole installation. */
export function storeModelKey(variable: string, key: string) {
  return post('/api/v1/model_key/{variable}', { params: { path: { variable } }, body: { key } });
}

/** Refetches keys and models: the available models depend on the keys. */
export function invalidateModelKeys(): void {
  void queryClient.invalidateQueries({ queryKey: modelKeysQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['model'] });
}

/** Returns the name of the provider that uses the key. */
export function getProviderName({ variable }: Pick<ModelKey, 'variable'>): string {
  return PROVIDER_NAMES[variable] ?? variable;
}

/** Returns the names of the project's models by ID. */
export function useModelNames(): ReadonlyMap<string, string> {
  const canView = useHasPermission('project', 'view') === true;
  const { data = [] } = useQuery({ ...modelsQuery(useScope()), enabled: canView });
  return new Map(data.map(({ id, name }) => [id, name]));
}

/** Returns the variable of the provider that a key belongs to by its form, or undefined. */
export function recognizeKey(key: string): string | undefined {
  const known = Object.keys(KEY_PREFIXES).find((variable) => key.startsWith(KEY_PREFIXES[variable] ?? ' '));
  return known ?? (key.startsWith('sk-') ? DEFAULT_KEY_VARIABLE : undefined);
}
