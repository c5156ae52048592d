import type { BodySource, DeclaredBody } from './declared.ts';
import { mailOf } from './mail.ts';
import { encoded, pairsOf } from './query.ts';
import { argument, isPlain, textOf, UnfitArguments } from './values.ts';

const CONTENT_TYPES: Readonly<Record<DeclaredBody['type'], string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  mail: 'message/rfc822',
};

/** A request's body and what it says that it is; neither where there is nothing to send. */
export interface BuiltBody {
  readonly body?: string;
  readonly contentType?: string;
}

/** The body that a declaration makes of the arguments. Throws UnfitArguments where it can't. */
export function bodyOf(declared: DeclaredBody | undefined, args: Readonly<Record<string, unknown>>): BuiltBody {
  if (!declared) return {};
  const value = made(declared.from, args);
  if (value === undefined) return {};
  return { body: written(declared.type, value), contentType: declared.contentType ?? CONTENT_TYPES[declared.type] };
}

function made(from: BodySource, args: Readonly<Record<string, unknown>>): unknown {
  if ('whole' in from) return argument(args, from.whole);
  if ('template' in from) return filled(from.template, args);
  const members = Object.entries(from.properties).map(([name, given]) => [name, argument(args, given)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function written(type: DeclaredBody['type'], value: unknown): string {
  if (type === 'json') return JSON.stringify(value);
  if (type === 'text') {
    if (!isPlain(value)) throw new UnfitArguments('the body must be a text');
    return textOf(value);
  }
  if (typeof value !== 'object' || value === null) throw new UnfitArguments('the body must be an object');
  if (type === 'mail') return mailOf(value as Record<string, unknown>);
  return encoded(
    Object.entries(value).flatMap(([name, item]) => (item === null ? [] : pairsOf({ name }, 'repeat', item))),
  );
}

/** A template with arguments in their places; undefined where it is a place whose argument is not given. */
function filled(template: unknown, args: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(template)) return template.map((item) => filled(item, args)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  if ('$argument' in template) return argument(args, String(template.$argument));
  const members = Object.entries(template).map(([name, item]) => [name, filled(item, args)] as const);
  return Object.fromEntries(members.filter(([, item]) => item !== undefined));
}
