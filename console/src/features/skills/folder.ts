import type { Schemas } from '../../../../client/types.ts';
import { getErrorMessage } from '../../../../src/platform/error-message.ts';
import { parseJson } from '../../lib/json.ts';
import { createUuid } from '../../lib/uuid.ts';

/** A file of a skill's folder, besides the instructions. Its ID survives a rename. */
export type FolderFile = { readonly id: string; readonly path: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly content: string; readonly size: number; readonly mediaType: string | undefined }
);

/** The folder of a skill in the editor. */
export interface Folder {
  readonly instructions: string;
  readonly files: readonly FolderFile[];
  /** JSON text, possibly invalid while the user types. */
  readonly capabilities: string;
  readonly metadata: string;
}

/** Name of the instructions file in the Agent Skills format. */
export const INSTRUCTIONS_FILE = 'SKILL.md';

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

export const EMPTY_FOLDER: Folder = {
  instructions: '',
  files: [],
  capabilities: toJson({ schema_version: 1, dependencies: [] }),
  metadata: '{}',
};

const compareByPath = (a: FolderFile, b: FolderFile) => a.path.localeCompare(b.path);

export function toFolder({
  instructions,
  reference_docs,
  assets,
  capabilities,
  skill_metadata,
}: Pick<
  Schemas['SkillContent'],
  'instructions' | 'reference_docs' | 'assets' | 'capabilities' | 'skill_metadata'
>): Folder {
  const textFiles = Object.entries(reference_docs).map(
    ([path, text]): FolderFile => ({ id: createUuid(), path, kind: 'text', text }),
  );
  const binaryFiles = Object.entries(assets).map(
    ([path, { content, size, media_type: mediaType }]): FolderFile => ({
      id: createUuid(),
      path,
      kind: 'bytes',
      content,
      size,
      mediaType,
    }),
  );
  const files = [...textFiles, ...binaryFiles].toSorted(compareByPath);
  return { instructions, files, capabilities: toJson(capabilities), metadata: toJson(skill_metadata) };
}

/** Returns the folder for a request body. Throws if its JSON is invalid. */
export function toFolderBody({ instructions, files, capabilities, metadata }: Folder) {
  const textFiles = files.flatMap((file) => (file.kind === 'text' ? [[file.path, file.text] as const] : []));
  const binaryFiles = files.flatMap((file) =>
    file.kind === 'bytes'
      ? [[file.path, { content: file.content, ...(file.mediaType ? { media_type: file.mediaType } : {}) }] as const]
      : [],
  );
  return {
    instructions,
    reference_docs: Object.fromEntries(textFiles),
    assets: Object.fromEntries(binaryFiles),
    capabilities: parseJson(capabilities) as Schemas['SkillContent']['capabilities'],
    skill_metadata: parseJson(metadata) as Schemas['SkillContent']['skill_metadata'],
  };
}

/** Returns what prevents saving: duplicate paths and invalid JSON. */
export function findProblems({ files, capabilities, metadata }: Folder) {
  const paths = files.map(({ path }) => path);
  return {
    duplicatePaths: [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))],
    capabilities: getJsonProblem(capabilities),
    metadata: getJsonProblem(metadata),
  };
}

function getJsonProblem(text: string): string | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    return getErrorMessage(error);
  }
}

/** Reads a file as text if it is valid UTF-8, and otherwise as bytes. */
export async function readFile(file: File): Promise<FolderFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const base = { id: createUuid(), path: file.name };
  const text = decodeText(bytes);
  if (text !== undefined) return { ...base, kind: 'text', text };
  return { ...base, kind: 'bytes', content: toBase64(bytes), size: bytes.length, mediaType: file.type || undefined };
}

function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Number of bytes per call, because a function accepts a limited number of arguments. */
const CHUNK_SIZE_BYTES = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += CHUNK_SIZE_BYTES)
    text += String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_SIZE_BYTES));
  return btoa(text);
}

/** Returns the content of a file for a download. */
export function toBlob(file: FolderFile): Blob {
  if (file.kind === 'text') return new Blob([file.text], { type: 'text/plain' });
  const bytes = Uint8Array.from(atob(file.content), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'application/octet-stream' });
}

export const getFileSize = (file: FolderFile): number =>
  file.kind === 'text' ? new Blob([file.text]).size : file.size;
