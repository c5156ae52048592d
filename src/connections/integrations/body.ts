import type { BodySource, DeclaredBody } from './declared.ts';
import { fileNamed, type GivenFiles } from './files.ts';
import { mailOf } from './mail.ts';
import { multipartOf } from './multipart.ts';
import { encoded, pairsOf } from './query.ts';
import { argument, isPlain, textOf, UnfitArguments } from './values.ts';

/** Types of bodies that are texts. */
type Written = Exclude<DeclaredBody['type'], 'multipart' | 'file'>;

const CONTENT_TYPES: Readonly<Record<Written, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  mail: 'message/rfc822',
};

/** A request's body and what it says that it is; neither where there is nothing to send. */
export interface BuiltBody {
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
}

/** The body that a declaration makes of the arguments. Throws UnfitArguments where it can't. */
export function bodyOf(
  declared: DeclaredBody | undefined,
  args: Readonly<Record<string, unknown>>,
  files: GivenFiles,
): BuiltBody {
  if (!declared) return {};
  const value = made(declared.from, args);
  if (value === undefined) return {};
  const { type } = declared;
  if (type === 'multipart') return multipartOf(membersOf(value), declared, files);
  if (type === 'file') {
    const { bytes, mediaType } = fileNamed(files, value);
    return { body: bytes, contentType: declared.contentType ?? mediaType };
  }
  return { body: written(type, declared, value), contentType: declared.contentType ?? CONTENT_TYPES[type] };
}

function made(from: BodySource, args: Readonly<Record<string, unknown>>): unknown {
  if ('whole' in from) return argument(args, from.whole);
  if ('template' in from) return filled(from.template, args);
  const members = Object.entries(from.properties).map(([name, given]) => [name, argument(args, given)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function written(type: Written, { styles }: DeclaredBody, value: unknown): string {
  if (type === 'json') return JSON.stringify(value);
  if (type === 'text') {
    if (!isPlain(value)) throw new UnfitArguments('the body must be a text');
    return textOf(value);
  }
  const members = membersOf(value);
  if (type === 'mail') return mailOf(members);
  const styleOf = (name: string) => (styles && Object.hasOwn(styles, name) ? styles[name] : undefined) ?? 'repeat';
  return encoded(
    Object.entries(members).flatMap(([name, item]) => (item === null ? [] : pairsOf({ name }, styleOf(name), item))),
  );
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new UnfitArguments('the body must be an object');
  return value as Record<string, unknown>;
}

/** A template with arguments in their places; undefined where it is a place whose argument is not given. */
function filled(template: unknown, args: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(template)) return template.map((item) => filled(item, args)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  if ('$argument' in template) return argument(args, String(template.$argument));
  const members = Object.entries(template).map(([name, item]) => [name, filled(item, args)] as const);
  return Object.fromEntries(members.filter(([, item]) => item !== undefined));
}
