import type { ModelEntry } from './catalogue.ts';
import type { ModelCallError } from './errors.ts';
import { toModelCallError } from './provider-errors.ts';
import { createRedactor } from './redact.ts';

/** Turns whatever a call of a model threw into the typed error, in which no key is left. */
export type ErrorConverter = (error: unknown, aborted: boolean) => ModelCallError;

/** The key of a model that is there now; undefined where it needs none, or has none. */
export function findApiKey({ apiKeyEnv }: Pick<ModelEntry, 'apiKeyEnv'>, env: NodeJS.ProcessEnv): string | undefined {
  return apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
}

/** Makes what tells of the failures of one call, for a model as the call begins: another key may take the place of its own meanwhile. */
export function createErrorConverters(
  env: NodeJS.ProcessEnv,
): (model: Pick<ModelEntry, 'apiKeyEnv'> & { readonly provider: string }) => ErrorConverter {
  const redact = createRedactor(env);
  return (model) => {
    const key = findApiKey(model, env);
    return (error, aborted) => {
      const failure = toModelCallError(error, aborted, (text) => redact(text, [key]));
      failure.provider ??= model.provider;
      return failure;
    };
  };
}
