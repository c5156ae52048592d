import Type, { type Static } from 'typebox';
import {
  type SourceGroups,
  type SourceReaders,
  toGroupReader,
  toPersonReader,
} from '../../../src/knowledge/readers.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { createTrustedCheck } from '../../../src/platform/json-schema.ts';

/** Name of the file that says who may read the files of its folder and of the folders below it. */
export const ACCESS_FILE = '.access.json';
/** Maximum size of an access file in bytes. */
export const MAX_ACCESS_FILE_BYTES = 1024 * 1024;

const Emails = Type.Array(Type.String({ minLength: 1, maxLength: 320 }), { maxItems: 10_000 });
const AccessFile = Type.Object(
  {
    /** Mail addresses. A missing list does not restrict the folder further than the folder above it. */
    people: Type.Optional(Emails),
    groups: Type.Optional(Emails),
    /** Exceptions by file name. */
    files: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ people: Type.Optional(Emails), groups: Type.Optional(Emails) }, { additionalProperties: false }),
      ),
    ),
    /** Members by group. Only in the top folder. */
    members: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 320 }), Emails)),
  },
  { additionalProperties: false },
);
type AccessFile = Static<typeof AccessFile>;
const checkAccessFile = createTrustedCheck(AccessFile);

const INVALID_NOTE = `some ${ACCESS_FILE} files are invalid, so that nobody reads the documents of their folders`;

/** Permissions of the access files of a folder. */
interface FolderAccess {
  /** Returns the readers of a file by its path. */
  getReaders(path: string): SourceReaders;
  readonly groups: SourceGroups;
  readonly notes: readonly string[];
}

/**
 * Reads access files by folder; the path of the top folder is empty. The nearest file above a document decides. Nobody
 * reads the documents of a folder whose access file is invalid.
 */
export function readAccessFiles(texts: ReadonlyMap<string, string>): FolderAccess {
  const parsed = new Map(Array.from(texts, ([folder, text]) => [folder, parseAccessFile(text)]));
  const invalid = [...parsed].filter(([, file]) => file === undefined);
  const { members = {} } = parsed.get('') ?? {};
  return {
    getReaders(path) {
      const names = path.split('/');
      for (let depth = names.length - 1; depth >= 0; depth -= 1) {
        const folder = names.slice(0, depth).join('/');
        if (!parsed.has(folder)) continue;
        const file = parsed.get(folder);
        if (file === undefined) return [];
        const name = depth === names.length - 1 ? names[depth] : undefined;
        const own = name !== undefined && file.files && Object.hasOwn(file.files, name) ? file.files[name] : undefined;
        const readers = toReaders(own ?? file);
        if (readers !== undefined) return readers;
      }
      return null;
    },
    groups: new Map(Object.entries(members)),
    notes: invalid.length === 0 ? [] : [INVALID_NOTE],
  };
}

function toReaders({ people, groups }: Pick<AccessFile, 'people' | 'groups'>): SourceReaders | undefined {
  if (people === undefined && groups === undefined) return undefined;
  return [...(people ?? []).map(toPersonReader), ...(groups ?? []).map(toGroupReader)];
}

function parseAccessFile(text: string): AccessFile | undefined {
  try {
    const value = parseJson(text);
    return checkAccessFile(value).isValid ? (value as AccessFile) : undefined;
  } catch {
    return undefined;
  }
}
