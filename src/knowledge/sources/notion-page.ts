import { escapeHtml } from '../../platform/mail/templates.ts';
import type { StatedMetadata } from '../metadata/contract.ts';

/** A value of the API whose fields depend on its type. */
export type NotionValue = Readonly<Record<string, unknown>>;

/** A block with the blocks below it. */
export interface NotionBlock {
  readonly type: string;
  /** Fields of its type. */
  readonly value: NotionValue;
  readonly children: readonly NotionBlock[];
}

/** Returns the title of a page, undefined if it is empty. */
export function getTitle(properties: NotionValue): string | undefined {
  const title = Object.values(properties)
    .map(toRecord)
    .find(({ type }) => type === 'title');
  return toText(title?.title).trim() || undefined;
}

/** Returns the properties of a page that have texts, by name. The title is none of them. */
function listProperties(properties: NotionValue): [name: string, values: readonly string[]][] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const values = toValues(toRecord(property)).filter((value) => value !== '');
    return values.length === 0 ? [] : [[name, values] as [string, string[]]];
  });
}

/** Returns the properties of a page as metadata. */
export function toPageMetadata(properties: NotionValue): StatedMetadata {
  return Object.fromEntries(
    listProperties(properties).map(([name, values]) => {
      const [first = ''] = values;
      return [name.trim().toLowerCase(), values.length === 1 ? first : values];
    }),
  );
}

/** Texts of a property: none for the title, relations and people without names. */
function toValues(property: NotionValue): string[] {
  const { type } = property;
  const value = property[String(type)];
  switch (type) {
    case 'rich_text':
      return [toText(value)];
    case 'select':
    case 'status':
      return [toName(value)];
    case 'multi_select':
    case 'people':
    case 'files':
      return toList(value).map(toName);
    case 'number':
    case 'email':
    case 'phone_number':
    case 'url':
      return [toScalar(value)];
    case 'checkbox':
      return value === true ? ['true'] : [];
    case 'date': {
      const { start, end } = toRecord(value);
      return [[toScalar(start), toScalar(end)].filter((text) => text !== '').join(' – ')];
    }
    case 'formula':
      return toValues(toRecord(value));
    case 'string':
      return [toScalar(value)];
    case 'unique_id': {
      const { prefix, number } = toRecord(value);
      return [[toScalar(prefix), toScalar(number)].filter((text) => text !== '').join('-')];
    }
    default:
      return [];
  }
}

/** Converts a page to HTML: its properties as paragraphs, then its blocks. */
export function toPageHtml(title: string, properties: NotionValue, blocks: readonly NotionBlock[]): string {
  const facts = listProperties(properties).map(([name, values]) => toParagraph(`${name}: ${values.join(', ')}`));
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  return `<!doctype html><html>${head}<body><main>${facts.join('')}${toHtml(blocks)}</main></body></html>`;
}

const LIST_TAGS: Readonly<Record<string, string>> = { bulleted_list_item: 'ul', numbered_list_item: 'ol', to_do: 'ul' };
const HEADING = /^heading_([1-6])$/;

function toHtml(blocks: readonly NotionBlock[]): string {
  const parts: string[] = [];
  let list: string | undefined;
  for (const block of blocks) {
    const tag = LIST_TAGS[block.type];
    if (tag !== list) parts.push(list === undefined ? '' : `</${list}>`, tag === undefined ? '' : `<${tag}>`);
    list = tag;
    parts.push(toElement(block));
  }
  if (list !== undefined) parts.push(`</${list}>`);
  return parts.join('');
}

function toElement({ type, value, children }: NotionBlock): string {
  const text = toText(value.rich_text);
  const below = () => toHtml(children);
  if (type in LIST_TAGS) {
    const state = type === 'to_do' ? (value.checked === true ? '[x] ' : '[ ] ') : '';
    return `<li>${escapeHtml(state + text)}${below()}</li>`;
  }
  const level = HEADING.exec(type)?.[1];
  // The title of the page is its first heading.
  if (level !== undefined)
    return `<h${Math.min(6, Number(level) + 1)}>${escapeHtml(text)}</h${Math.min(6, Number(level) + 1)}>${below()}`;
  switch (type) {
    case 'quote':
    case 'callout':
      return `<blockquote>${toParagraph(text)}${below()}</blockquote>`;
    case 'code':
      return `<pre><code>${escapeHtml(text)}</code></pre>`;
    case 'equation':
      return toParagraph(toScalar(value.expression));
    case 'table':
      return toTable(value, children);
    case 'child_page':
    case 'child_database':
      return toParagraph(toScalar(value.title));
    default: {
      const link = toScalar(value.url);
      return toParagraph([text, toText(value.caption), toScalar(value.name), link].filter(Boolean).join(' ')) + below();
    }
  }
}

function toTable({ has_column_header: hasHeader }: NotionValue, rows: readonly NotionBlock[]): string {
  const toRow = ({ value }: NotionBlock, tag: string) => {
    const cells = toList(value.cells).map((cell) => `<${tag}>${escapeHtml(toText(cell))}</${tag}>`);
    return `<tr>${cells.join('')}</tr>`;
  };
  const [first, ...others] = rows;
  if (hasHeader !== true || first === undefined)
    return `<table>${rows.map((row) => toRow(row, 'td')).join('')}</table>`;
  const body = others.map((row) => toRow(row, 'td')).join('');
  return `<table><thead>${toRow(first, 'th')}</thead><tbody>${body}</tbody></table>`;
}

function toParagraph(text: string): string {
  return text.trim() === '' ? '' : `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

/** Returns the text of rich text. */
function toText(value: unknown): string {
  return toList(value)
    .map((part) => toScalar(toRecord(part).plain_text))
    .join('');
}

const toName = (value: unknown): string => toScalar(toRecord(value).name);
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function toScalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function toRecord(value: unknown): NotionValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as NotionValue) : {};
}
