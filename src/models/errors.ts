import { DomainError } from '../platform/errors.ts';

/** What can go wrong with models. */
export const modelErrors = {
  /** The message names the rule, which is told in full besides. */
  excluded: (message: string, about: Readonly<Record<string, unknown>>) =>
    new DomainError(409, 'MODEL_EXCLUDED', message, about),
};
