import type { BodySource, DeclaredBody } from './declaration.ts';
import { getFile, type RequestFiles } from './files.ts';
import { buildMail } from './mail.ts';
import { buildMultipart } from './multipart.ts';
import { encodePairs, toPairs } from './query.ts';
import { getArgument, InvalidArguments, isScalar, toText } from './values.ts';

/** Body types that are sent as text. */
type TextBodyType = Exclude<DeclaredBody['type'], 'multipart' | 'file'>;

const CONTENT_TYPES: Readonly<Record<TextBodyType, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  mail: 'message/rfc822',
};

/** A request body and its content type. Both are omitted if there is nothing to send. */
interface BuiltBody {
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
}

/** Builds the request body from arguments. Throws InvalidArguments if that is not possible. */
export function buildBody(
  declared: DeclaredBody | undefined,
  args: Readonly<Record<string, unknown>>,
  files: RequestFiles,
): BuiltBody {
  if (!declared) return {};
  const value = createValue(declared.from, args);
  if (value === undefined) return {};
  const { type } = declared;
  if (type === 'multipart') return buildMultipart(toMembers(value), declared, files);
  if (type === 'file') {
    const { bytes, mediaType } = getFile(files, value);
    return { body: bytes, contentType: declared.contentType ?? mediaType };
  }
  return { body: serializeBody(type, declared, value), contentType: declared.contentType ?? CONTENT_TYPES[type] };
}

function createValue(from: BodySource, args: Readonly<Record<string, unknown>>): unknown {
  if ('whole' in from) return getArgument(args, from.whole);
  if ('template' in from) return fillTemplate(from.template, args);
  const members = Object.entries(from.properties).map(([name, given]) => [name, getArgument(args, given)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function serializeBody(type: TextBodyType, { styles }: DeclaredBody, value: unknown): string {
  if (type === 'json') return JSON.stringify(value);
  if (type === 'text') {
    if (!isScalar(value)) throw new InvalidArguments('the body must be a text');
    return toText(value);
  }
  const members = toMembers(value);
  if (type === 'mail') return buildMail(members);
  const getStyle = (name: string) => (styles && Object.hasOwn(styles, name) ? styles[name] : undefined) ?? 'repeat';
  return encodePairs(
    Object.entries(members).flatMap(([name, item]) => (item === null ? [] : toPairs({ name }, getStyle(name), item))),
  );
}

function toMembers(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new InvalidArguments('the body must be an object');
  return value as Record<string, unknown>;
}

/** Replaces `$argument` placeholders. Returns undefined for a placeholder without an argument. */
function fillTemplate(template: unknown, args: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(template))
    return template.map((item) => fillTemplate(item, args)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  if ('$argument' in template) return getArgument(args, String(template.$argument));
  const members = Object.entries(template).map(([name, item]) => [name, fillTemplate(item, args)] as const);
  return Object.fromEntries(members.filter(([, item]) => item !== undefined));
}
