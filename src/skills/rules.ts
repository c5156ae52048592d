import { sha256, toCanonicalJson } from '../platform/digest.ts';
import { parseJson } from '../platform/json.ts';
import { isRecord } from '../platform/json-schema.ts';
import { DependencyError, readDependency } from './dependencies.ts';
import type { SkillFolder } from './format/folder.ts';
import { SkillError } from './format/limits.ts';
import { skillFailures } from './problems.ts';
import type { SkillCapabilities } from './tables.ts';

/** Rules of skills. Pure. */

/** Configurable fields of a skill. */
export interface SkillFields {
  readonly slug: string;
  readonly display_name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
}

/** Configurable fields of a revision. */
export interface SkillRevisionFields {
  readonly instructions: string;
  readonly front: string | null;
  readonly reference_docs: Readonly<Record<string, string>>;
  readonly skill_metadata: Readonly<Record<string, unknown>>;
  readonly capabilities: SkillCapabilities;
  readonly annotation: string | null;
}

/** Capabilities of a skill without any. */
export const NO_CAPABILITIES: SkillCapabilities = { schema_version: 1, dependencies: [] };

/** Maximum number of dependencies of a revision. */
const MAX_DEPENDENCIES = 100;

/** Keys of the front matter's metadata for fields that the open format lacks. */
const METADATA_KEYS = { name: 'holdfast.display_name', capabilities: 'holdfast.capabilities' } as const;

const MAX_SLUG_LENGTH = 64;

/** Converts a display name to a name in the open format. */
export function toSlug(displayName: string): string {
  const plain = displayName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'skill' : plain;
}

/** Appends a number to a slug that is taken. */
export function appendNumber(slug: string, number: number): string {
  const end = `-${number}`;
  return slug.slice(0, MAX_SLUG_LENGTH - end.length).replace(/-+$/, '') + end;
}

/** Derives a display name from a slug. */
function toDisplayName(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Converts a folder to a skill and its revision. */
export function parseFolder(folder: SkillFolder): {
  readonly fields: SkillFields;
  readonly revision: SkillRevisionFields;
} {
  const { [METADATA_KEYS.name]: name, [METADATA_KEYS.capabilities]: capabilities, ...skill_metadata } = folder.metadata;
  return {
    fields: {
      slug: folder.name,
      display_name: (name ?? toDisplayName(folder.name)).slice(0, 200),
      description: folder.description,
      license: folder.license,
      compatibility: folder.compatibility,
    },
    revision: {
      instructions: folder.instructions,
      front: folder.front,
      reference_docs: folder.reference_docs,
      skill_metadata,
      capabilities: parseCapabilities(capabilities),
      annotation: null,
    },
  };
}

/** Converts a skill and one of its revisions to a folder. */
export function toFolder(
  fields: SkillFields,
  revision: SkillRevisionFields,
  assets: Readonly<Record<string, Buffer>>,
): Omit<SkillFolder, 'front' | 'hidden'> & { readonly front: string | null } {
  const metadata = Object.entries(revision.skill_metadata).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (fields.display_name !== toDisplayName(fields.slug)) metadata.push([METADATA_KEYS.name, fields.display_name]);
  if (revision.capabilities.dependencies.length > 0)
    metadata.push([METADATA_KEYS.capabilities, JSON.stringify(revision.capabilities)]);
  return {
    name: fields.slug,
    // The format requires a non-empty description.
    description: fields.description === '' ? fields.display_name : fields.description,
    license: fields.license,
    compatibility: fields.compatibility,
    metadata: Object.fromEntries(metadata),
    front: revision.front,
    instructions: revision.instructions,
    reference_docs: revision.reference_docs,
    assets,
  };
}

/** Returns the `tags` of a skill's metadata, separated by commas or as a list. */
export function getTags({ tags }: Readonly<Record<string, unknown>>): string[] {
  const text = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').join() : tags;
  const words = (typeof text === 'string' ? text : '')
    .split(/[\s,[\]"]+/)
    .map((word) => word.toLowerCase().slice(0, 60));
  return [...new Set(words.filter((word) => word !== ''))].slice(0, 50);
}

/** Returns the digest that identifies a revision. `assets` are the SHA-256 of its binary files, by path. */
export function computeRevisionDigest(revision: SkillRevisionFields, assets: Readonly<Record<string, Buffer>>): Buffer {
  const { instructions, front, reference_docs, skill_metadata, capabilities } = revision;
  const files = Object.fromEntries(Object.entries(assets).map(([path, digest]) => [path, digest.toString('hex')]));
  return sha256(toCanonicalJson({ instructions, front, reference_docs, skill_metadata, capabilities, files }));
}

/**
 * Parses exported capabilities. Other content under the key is ignored. Throws a SkillError for an invalid dependency.
 */
function parseCapabilities(text: string | undefined): SkillCapabilities {
  const value = parseOptionalJson(text ?? 'null');
  if (!isRecord(value) || value.schema_version !== 1 || !Array.isArray(value.dependencies)) return NO_CAPABILITIES;
  if (value.dependencies.length > MAX_DEPENDENCIES)
    throw new SkillError(skillFailures.skill_too_many_dependencies({ limit: MAX_DEPENDENCIES }), 'SKILL.md');
  for (const [index, dependency] of value.dependencies.entries()) checkDependency(dependency, index);
  // Unchanged, so an export equals the import.
  return { schema_version: 1, dependencies: value.dependencies };
}

function parseOptionalJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function checkDependency(value: unknown, index: number): void {
  try {
    readDependency(value);
  } catch (error) {
    if (!(error instanceof DependencyError)) throw error;
    const { problem } = error;
    const field = error.field === '' ? 'it' : error.field.slice(0, 100);
    throw new SkillError(skillFailures.skill_dependency_invalid({ number: index + 1, field, problem }), 'SKILL.md');
  }
}
