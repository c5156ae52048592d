import { DomainError } from '../platform/errors.ts';

/** Errors of models and their keys. */
export const modelErrors = {
  /** `details` contain the complete rule. */
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
  /** The provider could not check a key. */
  keyUnchecked: (message: string) => new DomainError(502, 'MODEL_KEY_UNCHECKED', message),
};
