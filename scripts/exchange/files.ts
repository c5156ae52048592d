import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { removeHiddenDeep } from '../../src/platform/hidden-text.ts';
import { type Doc, KIND, KINDS, type KindName, keyOf, titleOf } from './kinds.ts';
import { Problem } from './problem.ts';

/** A thing with the file that it stands in. */
export interface Filed {
  readonly path: string;
  readonly doc: Doc;
  /** Characters that nobody sees, which were taken out of what the file says. */
  readonly takenOut: number;
}

/** The text of a file: always the same for the same thing. */
export function textOf({ kind, fields, revision }: Doc): string {
  const { fields: names, revision: revised } = KIND[kind];
  const whole = { kind, ...picked(fields, names), ...(revised.length > 0 && { revision: picked(revision, revised) }) };
  return stringify(whole, { compat: 'yaml-1.1', aliasDuplicateObjects: false, lineWidth: 0, blockQuote: 'literal' });
}

/** Fields whose order says something: those of a format are asked for as they stand. */
const IN_ORDER = ['output_format'];

/** What is there of some names, in their order; what stands below has the order of the alphabet, lists keep theirs. */
function picked(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) =>
      from[name] === undefined ? [] : [[name, IN_ORDER.includes(name) ? from[name] : sorted(from[name])]],
    ),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

/** The path of a thing's file: its name in letters that every system of files takes. */
function pathOf(doc: Doc): string {
  const words = `${doc.fields.task ?? doc.fields.agent ?? ''} ${doc.fields[KIND[doc.kind].name]}`;
  const slug = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return join(KIND[doc.kind].folder, `${slug.slice(0, 100) || 'unnamed'}.yaml`);
}

/** Writes things into a folder, and takes files away there of what is no more. Answers how many it wrote. */
export async function writeAll(folder: string, docs: readonly Doc[]): Promise<number> {
  const texts = new Map<string, string>();
  for (const doc of docs.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) {
    const path = pathOf(doc);
    const free = (number: number): string => {
      const wanted = number === 1 ? path : path.replace(/\.yaml$/, `-${number}.yaml`);
      return texts.has(wanted) ? free(number + 1) : wanted;
    };
    texts.set(free(1), textOf(doc));
  }
  for (const path of await filesIn(folder)) if (!texts.has(path)) await rm(join(folder, path));
  for (const [path, text] of texts) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return texts.size;
}

/** Everything that stands in a folder. Throws one Problem that says all that is wrong with its files. */
export async function readAll(folder: string): Promise<Filed[]> {
  const filed: Filed[] = [];
  const problems: string[] = [];
  await readdir(folder);
  for (const path of await filesIn(folder)) {
    const { doc, wrong } = parsed(await readFile(join(folder, path), 'utf8'));
    if (doc) filed.push({ path, ...shown(doc) });
    problems.push(...wrong.map((problem) => `${path}: ${problem}`));
  }
  const twice = Object.values(Object.groupBy(filed, ({ doc }) => keyOf(doc))).filter((all) => (all?.length ?? 0) > 1);
  for (const [first, second] of twice as [Filed, Filed][])
    problems.push(`${second.path}: the ${titleOf(second.doc)} stands in ${first.path} too`);
  if (problems.length > 0) throw new Problem(problems.join('\n'));
  return filed;
}

async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const kind of KINDS) {
    const entries = await readdir(join(folder, KIND[kind].folder), { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name));
    found.push(...files.map((entry) => relative(folder, join(entry.parentPath, entry.name))));
  }
  return found.toSorted();
}

/** A thing without what nobody sees in its texts: a model would read it all the same. */
function shown(doc: Doc): Omit<Filed, 'path'> {
  const { value, removedCount: takenOut } = removeHiddenDeep(doc);
  return { doc: value as Doc, takenOut };
}

/** Reads a file; where it is none of ours, what is wrong with it. */
export function parsed(text: string): { readonly doc?: Doc; readonly wrong: readonly string[] } {
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
  const known = KIND[kind as KindName];
  if (!isRecord(revision)) return { wrong: ['revision is no mapping of fields'] };
  const wrong = [
    ...unknownIn(fields, known.fields).map((name) => `${name} is no field of a ${kind}`),
    ...unknownIn(revision, known.revision).map((name) => `revision.${name} is no field of a ${kind}'s revision`),
    ...(typeof fields[known.name] === 'string' ? [] : [`${known.name} is missing`]),
    ...(kind === 'eval_set' && (fields.task === undefined) === (fields.agent === undefined)
      ? ['names neither or both of task and agent']
      : []),
  ];
  return wrong.length > 0 ? { wrong } : { doc: { kind: kind as KindName, fields, revision }, wrong };
}

/** Integers are read as bigints; only those that a number would round stay so. */
const isSmall = (value: unknown) => typeof value === 'bigint' && Number.isSafeInteger(Number(value));

const unknownIn = (of: object, known: readonly string[]) => Object.keys(of).filter((name) => !known.includes(name));

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
