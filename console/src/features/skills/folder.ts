import type { Schemas } from '../../../../client/types.ts';
import { parseJson } from '../../lib/json.ts';

/** A file of a skill's folder beside its instructions. It keeps its id when it is called something else. */
export type FolderFile = { readonly id: string; readonly path: string } & (
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'bytes'; readonly content: string; readonly size: number; readonly mediaType: string | undefined }
);

/** The folder of a skill as it is edited. */
export interface Folder {
  readonly instructions: string;
  readonly files: readonly FolderFile[];
  /** JSON as it is typed. */
  readonly capabilities: string;
  readonly metadata: string;
}

/** The file that the instructions are, by its name in the open format. */
export const MAIN = 'SKILL.md';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

export const EMPTY_FOLDER: Folder = {
  instructions: '',
  files: [],
  capabilities: json({ schema_version: 1, dependencies: [] }),
  metadata: '{}',
};

const byPath = (one: FolderFile, other: FolderFile) => one.path.localeCompare(other.path);

export function folderOf({
  instructions,
  reference_docs,
  assets,
  capabilities,
  skill_metadata,
}: Pick<
  Schemas['SkillContent'],
  'instructions' | 'reference_docs' | 'assets' | 'capabilities' | 'skill_metadata'
>): Folder {
  const texts = Object.entries(reference_docs).map(
    ([path, text]): FolderFile => ({ id: crypto.randomUUID(), path, is: 'text', text }),
  );
  const others = Object.entries(assets).map(
    ([path, { content, size, media_type: mediaType }]): FolderFile => ({
      id: crypto.randomUUID(),
      path,
      is: 'bytes',
      content,
      size,
      mediaType,
    }),
  );
  const files = [...texts, ...others].toSorted(byPath);
  return { instructions, files, capabilities: json(capabilities), metadata: json(skill_metadata) };
}

/** What a folder comes to in a body. Throws where its JSON can't be read. */
export function bodyOf({ instructions, files, capabilities, metadata }: Folder) {
  const texts = files.flatMap((file) => (file.is === 'text' ? [[file.path, file.text] as const] : []));
  const others = files.flatMap((file) =>
    file.is === 'bytes'
      ? [[file.path, { content: file.content, ...(file.mediaType ? { media_type: file.mediaType } : {}) }] as const]
      : [],
  );
  return {
    instructions,
    reference_docs: Object.fromEntries(texts),
    assets: Object.fromEntries(others),
    capabilities: parseJson(capabilities) as Schemas['SkillContent']['capabilities'],
    skill_metadata: parseJson(metadata) as Schemas['SkillContent']['skill_metadata'],
  };
}

/** What keeps a folder from being sent: paths that two files have, and JSON that is none. */
export function problemsOf({ files, capabilities, metadata }: Folder) {
  const paths = files.map(({ path }) => path);
  return {
    twins: [...new Set(paths.filter((path, at) => paths.indexOf(path) !== at))],
    capabilities: jsonProblem(capabilities),
    metadata: jsonProblem(metadata),
  };
}

function jsonProblem(text: string): string | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A file that somebody brings: text where it is text, else its bytes. */
export async function fileFrom(file: File): Promise<FolderFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const about = { id: crypto.randomUUID(), path: file.name };
  const text = textIn(bytes);
  if (text !== undefined) return { ...about, is: 'text', text };
  return { ...about, is: 'bytes', content: base64(bytes), size: bytes.length, mediaType: file.type || undefined };
}

function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** So many bytes at once, because a function takes only so many arguments. */
const CHUNK = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** The bytes of a file, to be kept by who looks at it. */
export function blobOf(file: FolderFile): Blob {
  if (file.is === 'text') return new Blob([file.text], { type: 'text/plain' });
  const bytes = Uint8Array.from(atob(file.content), (each) => each.charCodeAt(0));
  return new Blob([bytes], { type: 'application/octet-stream' });
}

export const sizeOf = (file: FolderFile): number => (file.is === 'text' ? new Blob([file.text]).size : file.size);
