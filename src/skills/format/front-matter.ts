import { parseDocument, stringify, visit } from 'yaml';
import type { Message } from '../../platform/messages.ts';
import { skillFailures } from '../problems.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';

/** Front matter of the Agent Skills format. */
export interface FrontMatter {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** Metadata of the author. Values other than text are JSON. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** `---`, its lines, `---`, then the instructions. A byte order mark can come first. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:(?<=\n)|^)---[ \t]*(?:\r?\n|$)/;
/** A top-level line `key: text`. */
const LINE = /^([A-Za-z][\w-]*):[ \t]+(.*)$/;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_COMPATIBILITY_LENGTH = 500;
/** Maximum number of YAML aliases. */
const MAX_ALIASES = 20;

/** Splits SKILL.md. Both parts together are the file. Throws if it does not begin with front matter. */
export function splitSkillFile(text: string): { readonly front: string; readonly instructions: string } {
  const front = FRONT_MATTER.exec(text)?.[0];
  if (front === undefined) throw new SkillError(skillFailures.skill_front_matter_missing, 'SKILL.md');
  if (front.length > SKILL_LIMITS.frontMatter)
    throw new SkillError(skillFailures.skill_front_matter_too_long({ limit: SKILL_LIMITS.frontMatter }), 'SKILL.md');
  return { front, instructions: text.slice(front.length) };
}

/**
 * Parses front matter leniently: unknown fields are skipped, and a description can contain a colon. Throws for invalid
 * YAML or fields.
 */
export function readFrontMatter(front: string, folder: string | undefined): FrontMatter {
  const fields = parseFields(FRONT_MATTER.exec(front)?.[1] ?? '');
  const read = (key: string) => {
    const value = fields[key];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string')
      throw new SkillError(skillFailures.skill_front_matter_not_text({ field: key }), 'SKILL.md');
    return value.trim() === '' ? null : value.trim();
  };
  const found: FrontMatter = {
    name: read('name') ?? folder ?? '',
    description: read('description') ?? '',
    license: read('license'),
    compatibility: read('compatibility'),
    metadata: parseMetadata(fields.metadata),
  };
  assertValidFrontMatter(found);
  return found;
}

/** Throws for invalid fields. */
function assertValidFrontMatter({ name, description, compatibility }: Omit<FrontMatter, 'metadata' | 'license'>): void {
  const reject = (problem: Message) => {
    throw new SkillError(problem, 'SKILL.md');
  };
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH)
    reject(skillFailures.skill_name_invalid({ limit: MAX_NAME_LENGTH }));
  if (description === '') reject(skillFailures.skill_description_missing);
  if (description.length > MAX_DESCRIPTION_LENGTH)
    reject(skillFailures.skill_description_too_long({ limit: MAX_DESCRIPTION_LENGTH }));
  if (compatibility !== null && compatibility.length > MAX_COMPATIBILITY_LENGTH)
    reject(skillFailures.skill_compatibility_too_long({ limit: MAX_COMPATIBILITY_LENGTH }));
}

/** Writes front matter according to the format. */
export function writeFrontMatter({ name, description, license, compatibility, metadata }: FrontMatter): string {
  const fields = {
    name,
    description,
    ...(license === null ? {} : { license }),
    ...(compatibility === null ? {} : { compatibility }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
  return `---\n${stringify(fields, { lineWidth: 0, schema: 'yaml-1.1' })}---\n`;
}

function parseFields(text: string): Readonly<Record<string, unknown>> {
  const plain = parse(text) ?? parse(text.split(/\r?\n/).map(quoteValue).join('\n'));
  if (plain === undefined) throw new SkillError(skillFailures.skill_front_matter_invalid, 'SKILL.md');
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
    throw new SkillError(skillFailures.skill_front_matter_not_fields, 'SKILL.md');
  return plain as Record<string, unknown>;
}

/** Parses YAML with all scalars as text: a version 1.10 stays 1.10. Returns undefined if invalid. */
function parse(text: string): unknown {
  // The parser's check for duplicate keys takes quadratic time.
  const document = parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (document.errors.length > 0 || hasDuplicateKeys(document)) return undefined;
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    return undefined;
  }
}

/** Returns whether a map contains a duplicate key. */
function hasDuplicateKeys(document: ReturnType<typeof parseDocument>): boolean {
  let found = false;
  visit(document, {
    Map(_, { items }) {
      const keys = items.map(({ key }) => String(key));
      if (new Set(keys).size === keys.length) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** Quotes values such as `description: Use when: …`, which YAML does not allow. */
function quoteValue(line: string): string {
  const [, key, value = ''] = LINE.exec(line) ?? [];
  return key === undefined || /^["'|>[{&*!]/.test(value) ? line : `${key}: ${JSON.stringify(value.trim())}`;
}

function parseMetadata(value: unknown): Record<string, string> {
  if (value === undefined || value === null || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new SkillError(skillFailures.skill_metadata_not_fields, 'SKILL.md');
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, typeof item === 'string' ? item : JSON.stringify(item)]),
  );
}
