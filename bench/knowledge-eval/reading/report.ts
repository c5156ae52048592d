import { join } from 'node:path';
import { mean } from './blocks.ts';
import { type PageScores, scorePages } from './pages.ts';
import { type PdfScore, scorePdfs } from './pdfs.ts';
import { scoreTables, type TableScore } from './tables.ts';

/** Targets of reading. */
const MIN_TABLE_SHARE = 0.95;
const MIN_PAGE_RECALL = 0.99;
const MIN_PAGE_PRECISION = 0.8;
const MIN_PDF_AGREEMENT = 0.92;
const MIN_COLUMNS_AGREEMENT = 0.9;

/** Files below this agreement are listed. */
const MIN_LISTED_AGREEMENT = 0.9;

/** A measured share with its target. */
interface Row {
  readonly name: string;
  readonly compared: string;
  readonly share: number;
  readonly target: number;
}

/**
 * Measures how files of other parsers' test suites are read and prints the shares. The folder contains checkouts of
 * `docling`, `docling-parse`, `pdfplumber` and `readability`. Returns a sentence for each missed target.
 */
export async function reportReading(folder: string, listsWrong: boolean): Promise<string[]> {
  const tables = await scoreTables(join(folder, 'docling/tests/data'));
  const pages = await scorePages(join(folder, 'readability/test/test-pages'));
  const pdfs = await scorePdfs(folder);
  const rows = [tableRow(tables), ...pageRows(pages), ...pdfRows(pdfs)];
  console.log(`\n${readingTable(rows)}\n`);
  if (listsWrong) listWorst(tables, pdfs);
  return rows.filter(({ share, target }) => share < target).map(({ name }) => `${name}: below the target`);
}

function tableRow(tables: readonly TableScore[]): Row {
  const [equal, total] = [sumOf(tables, (score) => score.equal), sumOf(tables, (score) => score.total)];
  const compared = `${total} cells of ${tables.length} files`;
  return { name: 'cells of tables in their row and column', compared, share: equal / total, target: MIN_TABLE_SHARE };
}

function pageRows({ pages, recall, precision }: PageScores): Row[] {
  const compared = `${pages} web pages`;
  return [
    { name: 'words of the main text that are read', compared, share: recall, target: MIN_PAGE_RECALL },
    { name: 'read words that are main text', compared, share: precision, target: MIN_PAGE_PRECISION },
  ];
}

function pdfRows(pdfs: readonly PdfScore[]): Row[] {
  const columns = pdfs.filter(({ hasColumns }) => hasColumns);
  const rowOf = (name: string, scores: readonly PdfScore[], target: number): Row => ({
    ...{ name, target, share: mean(scores.map(({ agreement }) => agreement)) },
    compared: `${sumOf(scores, ({ pages }) => pages)} pages of ${scores.length} PDF files`,
  });
  return [
    rowOf('words in the order of other readers', pdfs, MIN_PDF_AGREEMENT),
    rowOf('the same, on pages with columns', columns, MIN_COLUMNS_AGREEMENT),
  ];
}

const sumOf = <Score>(scores: readonly Score[], count: (score: Score) => number): number =>
  scores.reduce((sum, score) => sum + count(score), 0);

function readingTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.name} | ${row.compared} | ${row.share.toFixed(3)} | ${row.target} |`);
  return ['| Reading | Compared | Share | Target |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function listWorst(tables: readonly TableScore[], pdfs: readonly PdfScore[]): void {
  for (const { kind, file, equal, total } of tables)
    if (equal < total) console.log(`${kind}/${file}: ${equal} of ${total} cells`);
  for (const { file, agreement } of pdfs)
    if (agreement < MIN_LISTED_AGREEMENT) console.log(`${file}: ${agreement.toFixed(3)}`);
}
