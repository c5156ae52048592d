import { DomainError } from '../platform/errors.ts';
import type { SkillError } from './format/limits.ts';

/** Errors of skills. */
export const skillErrors = {
  alreadyExists: (slug: string) =>
    new DomainError(409, 'SKILL_ALREADY_EXISTS', `a skill with the slug ${slug} exists already: choose another slug`, {
      slug,
    }),
  /** A folder or an archive that is not a skill. `file` is the invalid file, or null. */
  invalid: ({ problem, file }: SkillError) => new DomainError(400, 'INVALID_SKILL', problem.msg, { file, problem }),
};
