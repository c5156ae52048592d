import { DomainError } from '../platform/errors.ts';

/** What can go wrong with skills. */
export const skillErrors = {
  alreadyExists: (slug: string) =>
    new DomainError(409, 'SKILL_ALREADY_EXISTS', 'a skill of this project has this slug already', { slug }),
  /** `file` is the one of the folder that is at fault, where one is. */
  invalid: (problem: string, file: string | null) => new DomainError(400, 'INVALID_SKILL', problem, { file }),
};
