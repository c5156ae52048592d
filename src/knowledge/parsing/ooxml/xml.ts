import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';

/** Callbacks for XML events; names come without their prefixes. */
interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Maximum depth of elements within each other; the trees are walked recursively. */
const MAX_DEPTH = 400;

const getLocalName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML chunk by chunk and yields after each, so that the caller can take results. Resolves no entities but XML's
 * own.
 */
export async function* parseXml(stream: Readable, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new XmlDecoder();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => listener.open?.(getLocalName(name), attributes));
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  parser.on('closetag', ({ name }: SaxesTagPlain) => listener.close?.(getLocalName(name)));
  for await (const piece of stream) {
    parser.write(decoder.decode(piece as Uint8Array));
    yield;
  }
  parser.close();
  yield;
}

/** Parses a whole XML part; does nothing where there is none. */
export async function parseXmlPart(stream: Readable | undefined, listener: XmlListener): Promise<void> {
  if (stream) for await (const _ of parseXml(stream, listener));
}

/** Maximum number of texts that {@link readLeafTexts} returns. */
const MAX_LEAF_TEXTS = 200;

/** Returns the trimmed texts of the elements of a small part by their names. The first text of a name counts. */
export async function readLeafTexts(stream: Readable | undefined): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let text = '';
  await parseXmlPart(stream, {
    open: () => {
      text = '';
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      if (text.trim() !== '' && !found.has(name) && found.size < MAX_LEAF_TEXTS) found.set(name, text.trim());
      text = '';
    },
  });
  return found;
}

/** Decodes a part, which is UTF-8 or UTF-16 by its byte order mark. */
class XmlDecoder {
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  decode(bytes: Uint8Array): string {
    this.#decoder ??= new TextDecoder(detectUtf16(bytes) ?? 'utf-8');
    return this.#decoder.decode(bytes, { stream: true });
  }
}

function detectUtf16([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** An element with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and text, in their order. */
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/** The root element of a part; undefined where there is no part. */
export async function readElement(stream: Readable | undefined): Promise<XmlElement | undefined> {
  for await (const element of listChildElements(stream)) return element;
  return undefined;
}

/**
 * Yields the elements within each element called `container`, or the root without one, once they are complete.
 * `parent` is the element that must precede the container.
 */
export async function* listChildElements(
  stream: Readable | undefined,
  container?: string,
  parent?: string,
): AsyncGenerator<XmlElement> {
  if (!stream) return;
  let complete: XmlElement[] = [];
  const open: OpenElement[] = [];
  let inContainer = container === undefined;
  let lastName: string | undefined;
  const listener: XmlListener = {
    open(name, attributes) {
      if (!inContainer) {
        inContainer = name === container && (parent === undefined || lastName === parent);
        lastName = name;
      } else if (open.push({ name, attributes, children: [] }) > MAX_DEPTH)
        throw new ParseError('DAMAGED_FILE', parseFailures.document_nested_too_deeply);
    },
    text(text) {
      open.at(-1)?.children.push(text);
    },
    close() {
      const element = open.pop();
      if (!element) inContainer = container === undefined;
      else (open.at(-1)?.children ?? complete).push(element);
    },
  };
  for await (const _ of parseXml(stream, listener)) {
    yield* complete;
    complete = [];
  }
}

/** An attribute by its name without prefix, such as `val` for `w:val`. */
export function getAttribute({ attributes }: XmlElement, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const key = Object.keys(attributes).find((key) => key.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

/** Returns the child elements without text. */
export const getElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string');

/** The first element on a path of names below an element. */
export function findElement(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found && getElements(found).find((child) => child.name === name);
  return found;
}

/** All elements of a name below an element, outermost first, without nested ones. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return getElements(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

/** All text in an element. */
export const getText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : getText(child))).join('');

/** Whether an on/off element such as `<w:b/>` or `<w:b w:val="0"/>` is on. */
export function isTurnedOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|false|off)$/.test(getAttribute(element, 'val') ?? '');
}
