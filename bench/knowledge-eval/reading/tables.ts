import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlocks } from './blocks.ts';
import { countEqualCells, normalizeCell, toSequences } from './table-match.ts';

/** Folders of the test data of docling whose files state their tables. */
const KINDS = ['csv', 'docx', 'html', 'odf', 'pptx', 'xlsx'] as const;

/** Equal cells of a file. */
export interface TableScore {
  readonly kind: string;
  readonly file: string;
  readonly equal: number;
  /** Filled cells of the reference. */
  readonly total: number;
}

/** Compares the tables of docling's test data cell by cell. */
export async function scoreTables(folder: string): Promise<TableScore[]> {
  const scores: TableScore[] = [];
  for (const kind of KINDS)
    for (const file of readdirSync(join(folder, kind, 'sources')).sort()) {
      const truth = join(folder, kind, 'groundtruth', `${file}.json`);
      const tables = existsSync(truth) ? readTables(truth) : [];
      if (tables.length === 0) continue;
      const sequences = toSequences(await readBlocks(join(folder, kind, 'sources', file)));
      const equal = tables.reduce((sum, table) => sum + countEqualCells(table, sequences), 0);
      scores.push({ kind, file, equal, total: tables.flat(2).filter((text) => text !== '').length });
    }
  return scores;
}

interface Truth {
  readonly tables?: readonly { readonly data: { readonly grid: readonly (readonly { readonly text: string }[])[] } }[];
}

function readTables(path: string): string[][][] {
  const { tables = [] } = JSON.parse(readFileSync(path, 'utf8')) as Truth;
  return tables.map(({ data }) => data.grid.map((row) => row.map(({ text }) => normalizeCell(text))));
}
