import { DomainError } from '../platform/errors.ts';

/** What can go wrong with models. */
export const modelErrors = {
  /** The message names the rule, which is told in full besides. */
  excluded: (message: string, details: Readonly<Record<string, unknown>>) =>
    new DomainError(409, 'MODEL_EXCLUDED', message, details),
  keyInEnvironment: (variable: string) =>
    new DomainError(
      409,
      'MODEL_KEY_IN_ENVIRONMENT',
      `${variable} is set in the environment of the server, which takes precedence; remove it there first`,
      { variable },
    ),
  keyNeeded: (variable: string, model: string) =>
    new DomainError(
      409,
      'MODEL_KEY_NEEDED',
      `EMBEDDING_MODEL is ${model}, which requires this key; choose another embedding model first`,
      { variable },
    ),
  /** The provider could not say whether a key is good. */
  keyUnchecked: (message: string) => new DomainError(502, 'MODEL_KEY_UNCHECKED', message),
};
