import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { removeHiddenDeep } from '../../src/platform/hidden-text.ts';
import { type Document, KIND_BY_NAME, KINDS, type KindName, toKey, toTitle } from './kinds.ts';
import { UserError } from './user-error.ts';

/** A document with its file. */
export interface FileEntry {
  readonly path: string;
  readonly doc: Document;
  /** Number of invisible characters that were removed. */
  readonly takenOut: number;
}

/** Returns the text of a file. Equal documents give equal texts. */
export function toFileText({ kind, fields, revision }: Document): string {
  const { fields: names, revision: revised } = KIND_BY_NAME[kind];
  const whole = {
    kind,
    ...pickFields(fields, names),
    ...(revised.length > 0 && { revision: pickFields(revision, revised) }),
  };
  return stringify(whole, { compat: 'yaml-1.1', aliasDuplicateObjects: false, lineWidth: 0, blockQuote: 'literal' });
}

/** Fields with significant key order. */
const ORDERED_FIELDS = ['output_format'];

/** Returns the given fields in order, with sorted keys below them. Lists keep their order. */
function pickFields(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) =>
      from[name] === undefined ? [] : [[name, ORDERED_FIELDS.includes(name) ? from[name] : sortKeys(from[name])]],
    ),
  );
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** Returns the path of a document's file: its name in portable characters. */
function toFilePath(doc: Document): string {
  const words = `${doc.fields.task ?? doc.fields.agent ?? ''} ${doc.fields[KIND_BY_NAME[doc.kind].name]}`;
  const slug = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return join(KIND_BY_NAME[doc.kind].folder, `${slug.slice(0, 100) || 'unnamed'}.yaml`);
}

/** Writes documents into a folder and deletes files of deleted records. Returns the number of written files. */
export async function writeFiles(folder: string, docs: readonly Document[]): Promise<number> {
  const texts = new Map<string, string>();
  for (const doc of docs.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1))) {
    const path = toFilePath(doc);
    const free = (number: number): string => {
      const wanted = number === 1 ? path : path.replace(/\.yaml$/, `-${number}.yaml`);
      return texts.has(wanted) ? free(number + 1) : wanted;
    };
    texts.set(free(1), toFileText(doc));
  }
  for (const path of await listFiles(folder)) if (!texts.has(path)) await rm(join(folder, path));
  for (const [path, text] of texts) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return texts.size;
}

/** Reads all documents of a folder. Throws one UserError with all problems. */
export async function readFiles(folder: string): Promise<FileEntry[]> {
  const filed: FileEntry[] = [];
  const problems: string[] = [];
  await readdir(folder);
  for (const path of await listFiles(folder)) {
    const { doc, wrong } = parseFile(await readFile(join(folder, path), 'utf8'));
    if (doc) filed.push({ path, ...removeHiddenText(doc) });
    problems.push(...wrong.map((problem) => `${path}: ${problem}`));
  }
  const twice = Object.values(Object.groupBy(filed, ({ doc }) => toKey(doc))).filter((all) => (all?.length ?? 0) > 1);
  for (const [first, second] of twice as [FileEntry, FileEntry][])
    problems.push(`${second.path}: the ${toTitle(second.doc)} stands in ${first.path} too`);
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  return filed;
}

async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const kind of KINDS) {
    const entries = await readdir(join(folder, KIND_BY_NAME[kind].folder), { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name));
    found.push(...files.map((entry) => relative(folder, join(entry.parentPath, entry.name))));
  }
  return found.toSorted();
}

/** Removes invisible characters, because a model would read them. */
function removeHiddenText(doc: Document): Omit<FileEntry, 'path'> {
  const { value, removedCount: takenOut } = removeHiddenDeep(doc);
  return { doc: value as Document, takenOut };
}

/** Parses a file. Returns the problems of an invalid one. */
export function parseFile(text: string): { readonly doc?: Document; readonly wrong: readonly string[] } {
  const document = parseDocument(text, { maxAliasCount: 0, intAsBigInt: true } as never);
  if (document.errors.length > 0) return { wrong: document.errors.map(({ message }) => message.split('\n')[0] ?? '') };
  let whole: unknown;
  try {
    whole = document.toJS({ maxAliasCount: 0, reviver: (_key, value) => (isSmall(value) ? Number(value) : value) });
  } catch (error) {
    return { wrong: [(error as Error).message] };
  }
  if (!isRecord(whole)) return { wrong: ['is no mapping of fields'] };
  const { kind, revision = {}, ...fields } = whole;
  if (!KINDS.includes(kind as KindName)) return { wrong: [`kind is none of ${KINDS.join(', ')}`] };
  const known = KIND_BY_NAME[kind as KindName];
  if (!isRecord(revision)) return { wrong: ['revision is no mapping of fields'] };
  const wrong = [
    ...listUnknownKeys(fields, known.fields).map((name) => `${name} is no field of a ${kind}`),
    ...listUnknownKeys(revision, known.revision).map((name) => `revision.${name} is no field of a ${kind}'s revision`),
    ...(typeof fields[known.name] === 'string' ? [] : [`${known.name} is missing`]),
    ...(kind === 'eval_set' && (fields.task === undefined) === (fields.agent === undefined)
      ? ['names neither or both of task and agent']
      : []),
  ];
  return wrong.length > 0 ? { wrong } : { doc: { kind: kind as KindName, fields, revision }, wrong };
}

/** Integers are parsed as bigints. Only those that a number would round stay bigints. */
const isSmall = (value: unknown) => typeof value === 'bigint' && Number.isSafeInteger(Number(value));

const listUnknownKeys = (of: object, known: readonly string[]) =>
  Object.keys(of).filter((name) => !known.includes(name));

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
