import type { DeclaredBody, DeclaredTool } from './declared.ts';
import { argument, UnfitArguments } from './values.ts';

/** A file of the run whose bytes a request sends. */
export interface GivenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Files by the names that arguments call them by. */
export type GivenFiles = ReadonlyMap<string, GivenFile>;

/** The file that an argument names. Throws UnfitArguments where there is none. */
export function fileNamed(files: GivenFiles, name: unknown): GivenFile {
  const file = typeof name === 'string' ? files.get(name) : undefined;
  if (!file) throw new UnfitArguments('a file must be given by the name of a file of this run');
  return file;
}

/** The names of files that the arguments of a call give, each once. */
export function filesNamedIn({ request }: DeclaredTool, args: Readonly<Record<string, unknown>>): string[] {
  const { body } = request;
  if (!body) return [];
  return [...new Set(placesOf(body, args))].filter((name) => typeof name === 'string');
}

function placesOf({ type, from, parts = {} }: DeclaredBody, args: Readonly<Record<string, unknown>>): unknown[] {
  if (!('whole' in from)) return [];
  const value = argument(args, from.whole);
  if (type === 'file') return [value];
  if (type !== 'multipart' || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, given]) =>
    Object.hasOwn(parts, name) && parts[name]?.file ? [given].flat() : [],
  );
}
