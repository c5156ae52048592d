import Type from 'typebox';
import type { Problem } from '../../../platform/messages.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { StringEnum } from '../../../platform/schemas.ts';
import { sourceProblems } from '../../problems.ts';
import { createPathTest, type PathTest } from '../globs.ts';

/** Field that selects files, for every kind that lists files. */
export const PATHS_FIELD = {
  paths: {
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      description:
        'Patterns such as `docs/*.md`; `**` matches any folders. A file must match at least one pattern, and none that starts with `!`. Empty for all files.',
    }),
    initial: [],
  },
};

const SOURCE_PERMISSIONS = ['project', 'source'] as const;
/** Whose permissions apply to the documents of a source. */
export type SourcePermissions = (typeof SOURCE_PERMISSIONS)[number];

/** Field for every kind that knows who may read an item. */
export const PERMISSIONS_FIELD = {
  schema: StringEnum(SOURCE_PERMISSIONS, {
    description:
      'Permissions that apply to the documents. `project`: those of the project. `source`: those of the project and of the source; a person finds and sees only documents whose items they can read in the source. Default `project`.',
  }),
  initial: 'project',
} as const;

/** Field with the name of a user of the server, for every kind whose secret is a password or a token. */
export const USERNAME_FIELD = {
  schema: Type.String({
    maxLength: 200,
    description: 'User name to send with the secret. Empty for the default of the kind: for git `x-access-token`.',
  }),
};

/** Fields of servers that speak another protocol than HTTP. */
export const HOST_FIELD = {
  schema: Type.String({
    pattern: definePattern(patternProblems.invalid_host, '^[A-Za-z0-9:._-]{1,253}$'),
    description: 'Host name or IP address of the server.',
  }),
  receivesSecret: true,
} as const;
/** Port of a server. */
export const PORT_FIELD = {
  schema: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    description: 'Port of the server. Default: the standard port of the kind.',
  }),
  receivesSecret: true,
} as const;
export const ENCRYPTION_FIELD = {
  schema: StringEnum(['tls', 'starttls', 'none'], {
    description: 'Encryption of the connection. `starttls` is for imap. Default `tls`.',
  }),
  receivesSecret: true,
} as const;

/** Maximum length of a path or key in bytes. */
const MAX_PATH_BYTES = 1024;

/** Returns a test for the paths of files that the patterns select. */
export function createPathFilter(patterns: readonly string[]): PathTest {
  const excluded = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => createPathTest(pattern.slice(1)));
  const included = patterns.filter((pattern) => !pattern.startsWith('!')).map(createPathTest);
  return (path) =>
    Buffer.byteLength(path) <= MAX_PATH_BYTES &&
    (included.length === 0 || included.some((test) => test(path))) &&
    !excluded.some((test) => test(path));
}

/** Returns what is wrong with the address of a server that a source reads, undefined if nothing is. */
export function findAddressProblem(text: string): Problem | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return sourceProblems.source_address_scheme;
  if (url.username !== '' || url.password !== '') return sourceProblems.source_address_credentials;
  if (url.search !== '' || url.hash !== '') return sourceProblems.source_address_query;
  return undefined;
}
