import {
  assertFieldModelAllowed,
  type Exclusion,
  findExclusion,
  toExcludableReranker,
} from '../../models/exclusions.ts';
import { errors } from '../../platform/errors.ts';
import type { ModelCatalog, RerankerEntry } from '../../platform/models/catalog.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import type { ChosenConfig } from '../../projects/config.ts';
import { queryProblems } from '../problems.ts';

/** Rerankers and the rules that apply to them. */
export interface RerankerScope {
  readonly models: Pick<ModelCatalog, 'findReranker'>;
  readonly exclusions: readonly Exclusion[];
}

/** Returns the named reranker. Throws a 422 for the field if it is unknown or a rule excludes it. */
export function getUsableReranker(
  { models, exclusions }: RerankerScope,
  name: string,
  path: readonly (string | number)[],
): RerankerEntry {
  const reranker = models.findReranker(name);
  if (reranker === undefined) throw errors.invalid(path, queryProblems.unknown_reranker);
  assertFieldModelAllowed(exclusions, path, toExcludableReranker(reranker));
  return reranker;
}

/**
 * Returns the reranker of a search: the named one, else the project's if it is usable. Undefined selects the default.
 * Throws ModelCallError if the named one is no longer configured.
 */
export function findSearchReranker(
  { models, exclusions }: RerankerScope,
  name: string | null | undefined,
  { rerank_model: projectName }: Pick<ChosenConfig, 'rerank_model'>,
): RerankerEntry | undefined {
  if (name != null) {
    const named = models.findReranker(name);
    if (named === undefined) throw new ModelCallError('not_configured', `The reranker ${name} is not configured.`);
    return named;
  }
  const own = projectName == null ? undefined : models.findReranker(projectName);
  return own && findExclusion(exclusions, toExcludableReranker(own)) ? undefined : own;
}
