import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { findAddressProblem, PATHS_FIELD, USERNAME_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** User name that most servers expect with a token. */
export const DEFAULT_USERNAME = 'x-access-token';

/** Source kind for a Git repository. */
export const gitKind: SourceKind = {
  name: 'git',
  fields: {
    repository_url: {
      schema: Type.String({ minLength: 1, maxLength: 1000, description: 'HTTP or HTTPS URL to clone from.' }),
      address: true,
      receivesSecret: true,
    },
    branch: {
      schema: Type.String({
        maxLength: 200,
        pattern: definePattern(patternProblems.invalid_branch, '^[^\\s~^:?*\\[\\\\\\x00-\\x1f]*$'),
        description: 'Branch. Empty for the default branch of the repository.',
      }),
      initial: '',
    },
    username: { ...USERNAME_FIELD, initial: DEFAULT_USERNAME },
    ...PATHS_FIELD,
  },
  secret: 'optional',
  check({ repository_url }) {
    const problem = findAddressProblem(String(repository_url));
    if (problem !== undefined) throw errors.invalid(['config', 'repository_url'], problem);
  },
};

/** Configuration of a repository source. */
export interface RepositoryConfig {
  readonly repository_url: string;
  readonly branch: string;
  readonly username: string;
  readonly paths: readonly string[];
}
