import type { ModelEntry } from './catalogue.ts';
import { classify } from './classify.ts';
import type { ModelCallError } from './errors.ts';
import { createRedactor } from './redact.ts';

/** Turns whatever a call of a model threw into the typed error, in which no key is left. */
export type FailureOf = (error: unknown, aborted: boolean) => ModelCallError;

/** The key of a model that is there now; undefined where it needs none, or has none. */
export function keyNow({ apiKeyEnv }: Pick<ModelEntry, 'apiKeyEnv'>, env: NodeJS.ProcessEnv): string | undefined {
  return apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
}

/** Makes what tells of the failures of one call, for a model as the call begins: another key may take the place of its own meanwhile. */
export function createFailures(
  env: NodeJS.ProcessEnv,
): (model: Pick<ModelEntry, 'apiKeyEnv'> & { readonly provider: string }) => FailureOf {
  const redact = createRedactor(env);
  return (model) => {
    const key = keyNow(model, env);
    return (error, aborted) => {
      const failure = classify(error, aborted, (text) => redact(text, [key]));
      failure.provider ??= model.provider;
      return failure;
    };
  };
}
