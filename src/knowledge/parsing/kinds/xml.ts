import { Readable } from 'node:stream';
import { readElement, type XmlElement } from '../ooxml/xml.ts';
import { decodeBeginning, decodeText } from '../text/charset.ts';
import { toValueBlocks } from '../text/records.ts';
import type { ParserKind } from './kind.ts';

/** XML by its structure: a paragraph per element with its values by name. Text with elements in it stays together. */
export const xml: ParserKind = {
  name: 'xml',
  mediaType: 'application/xml',
  alsoStated: ['text/xml', 'application/rss+xml', 'application/atom+xml'],
  endings: ['.xml', '.rss', '.atom', '.xsd', '.wsdl', '.dita', '.tei'],
  isText: true,
  shows: (beginning) => /^\s*<\?xml\s/.test(decodeBeginning(beginning.subarray(0, 256))),
  async *read(reading) {
    const declared = /^[^>]{0,100}encoding=["']([\w-]+)/.exec(reading.file.beginning.toString('latin1', 0, 200))?.[1];
    async function* bytes() {
      for await (const piece of decodeText({ ...reading, charset: reading.charset ?? declared }))
        yield Buffer.from(piece);
    }
    const root = await readElement(Readable.from(bytes()));
    if (root) yield* toValueBlocks({ [root.name]: toValue(root) });
  },
};

type XmlValue = string | { readonly [name: string]: XmlValue | readonly XmlValue[] };

/** Converts an element to its text, or to its attributes and children by name. */
function toValue({ attributes, children }: XmlElement): XmlValue {
  const named = Object.entries(attributes).filter(([name]) => !/^xmlns\b|^xsi:/.test(name));
  const elements = children.filter((child) => typeof child !== 'string');
  const hasText = children.some((child) => typeof child === 'string' && child.trim() !== '');
  const text = hasText ? getElementText(children).replace(/\s+/g, ' ').trim() : '';
  if (hasText || elements.length === 0) return withAttributes(text, named);
  const groups = Map.groupBy(elements, ({ name }) => name);
  const values = Array.from(groups, ([name, own]): [string, XmlValue | XmlValue[]] => {
    const list = own.map(toValue);
    return [name, list.length === 1 && list[0] !== undefined ? list[0] : list];
  });
  return Object.fromEntries([...named, ...values]);
}

/** Adds attributes to a text, such as `7.35 (unit: m)`. */
function withAttributes(text: string, attributes: readonly (readonly [string, string])[]): string {
  const list = attributes.map(([name, value]) => `${name}: ${value}`).join('; ');
  if (list === '' || text === '') return text + list;
  return `${text} (${list})`;
}

const getElementText = (children: XmlElement['children']): string =>
  children.map((child) => (typeof child === 'string' ? child : getElementText(child.children))).join('');
