import type { DeclaredBody, DeclaredTool } from './declaration.ts';
import { getArgument, InvalidArguments } from './values.ts';

/** A file of the run to send. */
export interface RequestFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Files by the names used in arguments. */
export type RequestFiles = ReadonlyMap<string, RequestFile>;

/** Returns the file that an argument names. Throws InvalidArguments if there is none. */
export function getFile(files: RequestFiles, name: unknown): RequestFile {
  const file = typeof name === 'string' ? files.get(name) : undefined;
  if (!file) throw new InvalidArguments('a file must be given by the name of a file of this run');
  return file;
}

/** Returns the distinct file names in the arguments of a call. */
export function getFileNames({ request }: DeclaredTool, args: Readonly<Record<string, unknown>>): string[] {
  const { body } = request;
  if (!body) return [];
  return [...new Set(getFileValues(body, args))].filter((name) => typeof name === 'string');
}

function getFileValues({ type, from, parts = {} }: DeclaredBody, args: Readonly<Record<string, unknown>>): unknown[] {
  if (!('whole' in from)) return [];
  const value = getArgument(args, from.whole);
  if (type === 'file') return [value];
  if (type !== 'multipart' || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, given]) =>
    Object.hasOwn(parts, name) && parts[name]?.file ? [given].flat() : [],
  );
}
