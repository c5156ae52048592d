import type { Readable } from 'node:stream';
import { findElement, getAttribute, listChildElements, type XmlElement } from '../ooxml/xml.ts';

/** List and level of a paragraph. */
export interface ListPosition {
  readonly numId: string;
  /** From 0. */
  readonly level: number;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outline: number | undefined;
  readonly list: Partial<ListPosition> | undefined;
}

/** Maximum number of base styles. */
const MAX_BASES = 20;
/** Outline level of body text. */
const BODY_LEVEL = 9;

/** Paragraph styles of a document, by id. */
export class Styles {
  readonly #styles = new Map<string, Style>();
  #defaultLanguage: string | undefined;

  static async read(stream: Readable | undefined): Promise<Styles> {
    const styles = new Styles();
    for await (const element of listChildElements(stream, 'styles')) {
      const id = getAttribute(element, 'styleId');
      if (element.name === 'style' && id !== undefined) styles.#styles.set(id, toStyle(element));
      styles.#defaultLanguage = findDefaultLanguage(element) ?? styles.#defaultLanguage;
    }
    return styles;
  }

  /** Language tag of the default paragraph style, else of the document. */
  get defaultLanguage(): string | undefined {
    return this.#defaultLanguage;
  }

  /** Returns the level of a heading from 1, undefined for other paragraphs. */
  headingLevel(styleId: string | undefined, properties: XmlElement | undefined): number | undefined {
    const own = getOutlineLevel(properties);
    const bases = this.#withBases(styleId);
    const level = own ?? bases.find(({ outline }) => outline !== undefined)?.outline;
    if (level !== undefined) return level < BODY_LEVEL ? level + 1 : undefined;
    for (const { name } of bases) {
      const heading = /^heading (\d)$/i.exec(name)?.[1];
      if (heading !== undefined) return Number(heading);
      if (/^title$/i.test(name)) return 1;
    }
    return undefined;
  }

  /** Returns the list of a paragraph, by its own properties or its style. */
  findListPosition(styleId: string | undefined, properties: XmlElement | undefined): ListPosition | undefined {
    const positions = [listOf(properties), ...this.#withBases(styleId).map(({ list }) => list)];
    const numId = positions.find((place) => place?.numId !== undefined)?.numId;
    // Zero takes a paragraph out of the list of its style.
    if (numId === undefined || numId === '0') return undefined;
    return { numId, level: positions.find((place) => place?.level !== undefined)?.level ?? 0 };
  }

  #withBases(styleId: string | undefined): Style[] {
    const found: Style[] = [];
    for (let id = styleId; id !== undefined && found.length < MAX_BASES; ) {
      const style: Style | undefined = this.#styles.get(id);
      if (!style) break;
      found.push(style);
      id = style.basedOn;
    }
    return found;
  }
}

function toStyle(element: XmlElement): Style {
  const properties = findElement(element, 'pPr');
  const getSetting = (name: string) => {
    const found = findElement(element, name);
    return found && getAttribute(found, 'val');
  };
  return {
    name: getSetting('name') ?? '',
    basedOn: getSetting('basedOn'),
    outline: getOutlineLevel(properties),
    list: listOf(properties),
  };
}

/** Returns the language tag of the document defaults, or of the default paragraph style, which comes after them. */
function findDefaultLanguage(element: XmlElement): string | undefined {
  const isDefaultStyle =
    getAttribute(element, 'type') === 'paragraph' && /^(?:1|true|on)$/.test(getAttribute(element, 'default') ?? '');
  const properties = isDefaultStyle ? element : findElement(element, 'rPrDefault');
  const language = findElement(properties, 'rPr', 'lang');
  return language && getAttribute(language, 'val');
}

function getOutlineLevel(properties: XmlElement | undefined): number | undefined {
  const element = findElement(properties, 'outlineLvl');
  const level = element && Number(getAttribute(element, 'val'));
  return level !== undefined && Number.isInteger(level) && level >= 0 ? level : undefined;
}

function listOf(properties: XmlElement | undefined): Partial<ListPosition> | undefined {
  const numbering = findElement(properties, 'numPr');
  if (!numbering) return undefined;
  const numId = findElement(numbering, 'numId');
  const level = findElement(numbering, 'ilvl');
  return {
    numId: numId && getAttribute(numId, 'val'),
    level: level && (Number(getAttribute(level, 'val')) || 0),
  };
}
