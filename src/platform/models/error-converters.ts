import type { ModelEntry } from './catalog.ts';
import type { ModelCallError } from './errors.ts';
import { toModelCallError } from './provider-errors.ts';
import { createRedactor } from './redact.ts';

/** Converts an error of a model call to a ModelCallError without keys. */
export type ErrorConverter = (error: unknown, aborted: boolean) => ModelCallError;

/** Returns the current API key of a model; undefined if it needs none or has none. */
export function findApiKey({ apiKeyEnv }: Pick<ModelEntry, 'apiKeyEnv'>, env: NodeJS.ProcessEnv): string | undefined {
  return apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
}

/**
 * Creates the error converter of a call. It remembers the key at the start of the call, since another key may replace
 * it meanwhile.
 */
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
