import type { DeclaredPlace, PlaceStyle } from './declaration.ts';
import { InvalidArguments, isScalar, toText } from './values.ts';

/** Prefix and separator by style. */
const MARKS: Readonly<Record<'simple' | 'label' | 'matrix', readonly [begin: string, between: string]>> = {
  simple: ['', ','],
  label: ['.', '.'],
  matrix: [';', ';'],
};

/** Serialization options. */
interface SerializeOptions {
  /** Name of the parameter in the API. */
  readonly name: string;
  /** Name of the argument, for error messages. */
  readonly argument: string;
  readonly style: PlaceStyle;
  readonly explode: boolean;
  /** Encodes one text so that it cannot contain separators. */
  readonly encode: (text: string) => string;
}

/** Serializes a path value. Throws InvalidArguments if that is not possible. */
export function toPathText(place: string, declared: DeclaredPlace, value: unknown): string {
  const { argument, segments = false, style = 'simple', explode = false } = declared;
  const write = (text: string) => encodePathValue(argument, text, segments);
  return serialize({ name: place, argument, style, explode, encode: write }, value);
}

/** Serializes a header value. Throws InvalidArguments if that is not possible. */
export function toHeaderText(argument: string, declared: { style?: PlaceStyle; explode?: boolean }, value: unknown) {
  const { style = 'simple', explode = false } = declared;
  if (Array.isArray(value) && value.length === 0) return '';
  return serialize({ name: argument, argument, style, explode, encode: (text) => text }, value);
}

function serialize({ name, argument, style, explode, encode: write }: SerializeOptions, value: unknown): string {
  if (style === 'json' && value !== undefined) return write(JSON.stringify(value));
  const [begin, separator] = MARKS[style === 'json' ? 'simple' : style];
  const serializeItem = (item: unknown): string => {
    if (!isScalar(item)) throw new InvalidArguments(`${argument} must contain only texts and numbers in the request`);
    return write(toText(item));
  };
  const named = style === 'matrix' ? `${write(name)}=` : '';
  if (isScalar(value)) return begin + named + serializeItem(value);
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) throw new InvalidArguments(`${argument} must not be empty in the request`);
  if (Array.isArray(value))
    return (
      begin +
      (explode
        ? value.map((item) => named + serializeItem(item)).join(separator)
        : named + value.map(serializeItem).join(','))
    );
  if (explode) return begin + members.map(([key, item]) => `${write(key)}=${serializeItem(item)}`).join(separator);
  return begin + named + members.flatMap(([key, item]) => [write(key), serializeItem(item)]).join(',');
}

/** Rejects `..` because servers resolve it, also encoded, to another path. */
function encodePathValue(name: string, text: string, segments: boolean): string {
  if (text === '') throw new InvalidArguments(`${name} must not be empty in the path`);
  const parts = text.split(/[/\\]/);
  if (parts.some((part) => part === '.' || part === '..'))
    throw new InvalidArguments(`${name} must not contain the path segments . or ..`);
  if (!segments) return encodeSegment(name, text);
  if (parts.includes(''))
    throw new InvalidArguments(`${name} must not start or end with a slash, or contain two in a row`);
  return text
    .split('/')
    .map((part) => encodeSegment(name, part))
    .join('/');
}

function encodeSegment(name: string, text: string): string {
  if (/\p{Cc}/u.test(text)) throw new InvalidArguments(`${name} must not contain control characters`);
  if (!text.isWellFormed()) throw new InvalidArguments(`${name} is not valid Unicode`);
  return encodeURIComponent(text);
}
