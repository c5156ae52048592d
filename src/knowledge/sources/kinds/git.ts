import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { patternFor, patternProblems } from '../../../platform/patterns.ts';
import { serverProblem } from './addresses.ts';
import type { SourceKind } from './kind.ts';
import { PATHS } from './paths.ts';

/** Files of a Git repository. */
export const gitKind: SourceKind = {
  name: 'git',
  fields: {
    repository_url: {
      schema: Type.String({ minLength: 1, maxLength: 1000, description: 'http or https address to clone from' }),
      address: true,
    },
    branch: {
      schema: Type.String({
        maxLength: 200,
        pattern: patternFor(patternProblems.invalid_branch, '^[^\\s~^:?*\\[\\\\\\x00-\\x1f]*$'),
        description: 'the one that the repository has checked out where it is empty',
      }),
      initial: '',
    },
    username: {
      schema: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'what servers want beside a token, which is given as `secret`',
      }),
      initial: 'x-access-token',
    },
    ...PATHS,
  },
  secret: 'optional',
  check({ repository_url }) {
    const problem = serverProblem(String(repository_url));
    if (problem !== undefined) throw errors.invalid(['config', 'repository_url'], problem);
  },
};

/** What is said of a repository. */
export interface RepositoryConfig {
  readonly repository_url: string;
  readonly branch: string;
  readonly username: string;
  readonly paths: readonly string[];
}
