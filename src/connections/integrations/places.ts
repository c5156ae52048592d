import type { DeclaredPlace, PlaceStyle } from './declared.ts';
import { isPlain, textOf, UnfitArguments } from './values.ts';

/** How each style begins, what stands between members, and between those that stand apart. */
const MARKS: Readonly<Record<'simple' | 'label' | 'matrix', readonly [begin: string, between: string]>> = {
  simple: ['', ','],
  label: ['.', '.'],
  matrix: [';', ';'],
};

/** What a value is written with. */
interface Writing {
  /** Of the parameter in its API. */
  readonly name: string;
  /** Of the argument, for what the model is told. */
  readonly argument: string;
  readonly style: PlaceStyle;
  readonly explode: boolean;
  /** Writes one text so that it can't be taken for what stands between. */
  readonly write: (text: string) => string;
}

/** A value as it stands in a path. Throws UnfitArguments where it can't. */
export function placeText(place: string, declared: DeclaredPlace, value: unknown): string {
  const { argument, segments = false, style = 'simple', explode = false } = declared;
  const write = (text: string) => pathText(argument, text, segments);
  return written({ name: place, argument, style, explode, write }, value);
}

/** A value as it stands in a header. Throws UnfitArguments where it can't. */
export function headerText(argument: string, declared: { style?: PlaceStyle; explode?: boolean }, value: unknown) {
  const { style = 'simple', explode = false } = declared;
  if (Array.isArray(value) && value.length === 0) return '';
  return written({ name: argument, argument, style, explode, write: (text) => text }, value);
}

function written({ name, argument, style, explode, write }: Writing, value: unknown): string {
  if (style === 'json' && value !== undefined) return write(JSON.stringify(value));
  const [begin, apart] = MARKS[style === 'json' ? 'simple' : style];
  const one = (item: unknown): string => {
    if (!isPlain(item))
      throw new UnfitArguments(`${argument} must hold texts and numbers, as it stands in the request`);
    return write(textOf(item));
  };
  const named = style === 'matrix' ? `${write(name)}=` : '';
  if (isPlain(value)) return begin + named + one(value);
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) throw new UnfitArguments(`${argument} must not be empty, as it stands in the request`);
  if (Array.isArray(value))
    return begin + (explode ? value.map((item) => named + one(item)).join(apart) : named + value.map(one).join(','));
  if (explode) return begin + members.map(([key, item]) => `${write(key)}=${one(item)}`).join(apart);
  return begin + named + members.flatMap(([key, item]) => [write(key), one(item)]).join(',');
}

/** Servers resolve steps like `..`, also encoded ones, so that they would lead to another place than the declared one. */
function pathText(name: string, text: string, segments: boolean): string {
  if (text === '') throw new UnfitArguments(`${name} must not be empty, as it stands in the path`);
  const parts = text.split(/[/\\]/);
  if (parts.some((part) => part === '.' || part === '..'))
    throw new UnfitArguments(`${name} must not contain the path steps . or ..`);
  if (!segments) return encode(name, text);
  if (parts.includes('')) throw new UnfitArguments(`${name} must not begin or end with a slash, nor have two in a row`);
  return text
    .split('/')
    .map((part) => encode(name, part))
    .join('/');
}

function encode(name: string, text: string): string {
  if (/\p{Cc}/u.test(text)) throw new UnfitArguments(`${name} must not contain control characters`);
  if (!text.isWellFormed()) throw new UnfitArguments(`${name} is not valid Unicode`);
  return encodeURIComponent(text);
}
