import { SettingError } from '../../config.ts';
import type { ModelCatalog, RerankerEntry } from '../catalog.ts';

/** Builds the list of rerankers. Throws SettingError for an unknown default. */
export function createRerankerCatalog(
  rerankers: readonly RerankerEntry[],
  defaultName: string | undefined,
): Pick<ModelCatalog, 'rerankers' | 'defaultReranker' | 'findReranker'> {
  const byName = new Map(rerankers.map((entry) => [entry.name.toLowerCase(), entry]));
  const findReranker = (name: string) => byName.get(name.toLowerCase());
  const defaultReranker = defaultName === undefined ? null : findReranker(defaultName);
  if (defaultReranker !== undefined) return { rerankers, defaultReranker, findReranker };
  const known = rerankers.map(({ name }) => name).join(', ');
  throw new SettingError(
    'RERANK_MODEL',
    `no reranker has this name; the models file lists ${known === '' ? 'none' : known}`,
  );
}
