import type { PDFPageProxy } from 'pdfjs-dist';

/** A form value or annotation on a page, which is not in the page's text. */
export interface PageEntry {
  /** Label of a field. Undefined for other texts. */
  readonly label: string | undefined;
  readonly value: string;
  readonly kind: 'field' | 'text' | 'comment';
}

type Box = readonly [left: number, bottom: number, right: number, top: number];

interface TextLine {
  readonly text: string;
  readonly box: Box;
}

/** Used fields of a pdfjs annotation. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly alternativeText?: string;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly password?: boolean;
  readonly hidden?: boolean;
  readonly rect?: Box;
  readonly contentsObj?: { readonly str?: string };
}

/** Maximum points between a field and its label, on the same line and on the line above. */
const MAX_GAP = 300;
const MAX_GAP_ABOVE = 20;
/** Maximum points between two pieces of a line. */
const MAX_WORD_GAP = 6;

/** Returns the filled form fields of a page with their labels, and its added texts and comments. */
export async function readEntries(page: PDFPageProxy): Promise<PageEntry[]> {
  const annotations = ((await page.getAnnotations()) as Annotation[]).filter(({ hidden }) => hidden !== true);
  if (annotations.length === 0) return [];
  const widgets = annotations.filter(({ subtype }) => subtype === 'Widget');
  const lines = widgets.length > 0 ? await iterateLines(page) : [];
  return annotations.flatMap((annotation) => {
    if (annotation.subtype === 'Widget') return findFieldEntry(annotation, lines);
    return addedText(annotation);
  });
}

function addedText({ subtype, contentsObj }: Annotation): PageEntry[] {
  const value = contentsObj?.str?.trim() ?? '';
  if (value === '' || subtype === 'Link' || subtype === 'Popup') return [];
  return [{ label: undefined, value, kind: subtype === 'FreeText' ? 'text' : 'comment' }];
}

function findFieldEntry(field: Annotation, lines: readonly TextLine[]): PageEntry[] {
  const value = getFieldValue(field);
  if (value === '') return [];
  const beside = field.rect && findLabelBeside(field.rect, lines, field.radioButton === true);
  const named = field.alternativeText?.trim() || field.fieldName?.replace(/^.*\./, '').trim();
  return [{ label: beside ?? named, value, kind: 'field' }];
}

function getFieldValue(field: Annotation): string {
  if (field.password) return '';
  if (field.checkBox || field.radioButton) return checkedValue(field);
  const values = Array.isArray(field.fieldValue) ? field.fieldValue : [field.fieldValue];
  const texts = values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
  return texts
    .map((text) => field.options?.find(({ exportValue }) => exportValue === text)?.displayValue ?? text)
    .join(', ')
    .trim();
}

function checkedValue({ fieldValue, exportValue, buttonValue, radioButton }: Annotation): string {
  const own = radioButton ? buttonValue : exportValue;
  if (fieldValue !== own || own === undefined || own === 'Off') return '☐';
  return radioButton || /^(?:on|\d+)$/i.test(own) ? '☒' : `☒ ${own}`;
}

/** Returns the text to the left, to the right or above a field. Choices prefer the right. */
function findLabelBeside(rect: Box, lines: readonly TextLine[], isChoice: boolean): string | undefined {
  const [left, bottom, right, top] = rect;
  const middle = (bottom + top) / 2;
  const onLine = lines.filter(({ box }) => box[1] - 3 <= middle && box[3] + 3 >= middle);
  const nearest = (candidates: readonly TextLine[], gap: (line: TextLine) => number, maxGap: number) =>
    candidates.filter((line) => gap(line) >= -2 && gap(line) <= maxGap).toSorted((a, b) => gap(a) - gap(b))[0]?.text;
  const before = nearest(onLine, ({ box }) => left - box[2], MAX_GAP);
  const behind = nearest(onLine, ({ box }) => box[0] - right, MAX_GAP);
  const over = lines.filter(({ box }) => box[0] < right && box[2] > left);
  const above = nearest(over, ({ box }) => box[1] - top, MAX_GAP_ABOVE);
  return isChoice ? (behind ?? before ?? above) : (before ?? above ?? behind);
}

/** Returns the lines of a page, joined from adjacent pieces. */
async function iterateLines(page: PDFPageProxy): Promise<TextLine[]> {
  const { items } = await page.getTextContent();
  const lines: { text: string; box: [number, number, number, number] }[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
    const last = lines.at(-1);
    const isSame = last && Math.abs(last.box[1] - y) < 2 && x >= last.box[0] && x - last.box[2] < MAX_WORD_GAP;
    if (!last || !isSame) {
      lines.push({ text: item.str.trim(), box: [x, y, x + item.width, y + item.height] });
      continue;
    }
    last.text += x - last.box[2] > 1 ? ` ${item.str.trim()}` : item.str.trimEnd();
    last.box[2] = x + item.width;
  }
  return lines;
}
