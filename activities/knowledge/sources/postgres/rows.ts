import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { PostgresConfig } from '../../../../src/knowledge/sources/kinds/postgres.ts';
import { sha256 } from '../../../../src/platform/digest.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { SourceError, type SyncContext } from '../kind.ts';
import { type DatabaseRow, readQuery } from './query.ts';

/** Maximum length of a key, which names the item, and of a title. */
const MAX_KEY_LENGTH = 500;
const MAX_TITLE_LENGTH = 200;
/** Maximum length of the text of all rows together. */
const MAX_TEXT_LENGTH = 64 * 1024 * 1024;
/** Milliseconds before rows of a run that ended elsewhere are forgotten. */
const RETENTION_MS = 1_800_000;

/** A row as a document. */
interface RowDocument {
  readonly key: string;
  /** Digest of title and text. */
  readonly version: string;
  readonly title: string;
  readonly text: string;
}

interface ReadRows {
  readonly rows: Promise<ReadonlyMap<string, RowDocument>>;
  readonly timer: NodeJS.Timeout;
}

/** Rows of the runs of this process. */
const readRows = new Map<string, ReadRows>();

/** Returns the rows of the query by key. The query runs once per run and process. */
export function getRows(work: SyncContext): Promise<ReadonlyMap<string, RowDocument>> {
  const { id } = work.run;
  const known = readRows.get(id);
  if (known) return known.rows;
  const rows = loadRows(work);
  readRows.set(id, { rows, timer: setTimeout(() => clearRowCache(id), RETENTION_MS).unref() });
  rows.catch(() => clearRowCache(id));
  return rows;
}

/** Forgets the rows of a run. */
export function clearRowCache(runId: string): void {
  clearTimeout(readRows.get(runId)?.timer);
  readRows.delete(runId);
}

async function loadRows(work: SyncContext): Promise<ReadonlyMap<string, RowDocument>> {
  const config = work.run.plan.config as unknown as PostgresConfig;
  const rows = new Map<string, RowDocument>();
  let size = 0;
  for await (const row of readQuery(work, config)) {
    const document = toDocument(config, row);
    size += document.text.length;
    if (rows.has(document.key))
      throw fail('KEY_INVALID', sourceFailures.database_key_repeated({ key: document.key.slice(0, 100) }));
    rows.set(document.key, document);
    if (rows.size > config.max_rows)
      throw fail('TOO_MANY_FILES', sourceFailures.database_rows_over_limit({ limit: config.max_rows }));
    if (size > MAX_TEXT_LENGTH)
      throw fail('TOO_LARGE', sourceFailures.database_text_over_limit({ limit: MAX_TEXT_LENGTH }));
  }
  return rows;
}

function toDocument({ key_column, title_column, content_column }: PostgresConfig, row: DatabaseRow): RowDocument {
  const read = (column: string): string | null => {
    const value = row[column];
    if (value === undefined) throw fail('COLUMN_MISSING', sourceFailures.database_column_missing({ column }));
    return value;
  };
  const key = read(key_column);
  if (key === null || key === '' || key.length > MAX_KEY_LENGTH)
    throw fail('KEY_INVALID', sourceFailures.database_key_invalid({ column: key_column, limit: MAX_KEY_LENGTH }));
  const title = ((title_column === '' ? null : read(title_column)) ?? key).trim().slice(0, MAX_TITLE_LENGTH) || key;
  const text = content_column === '' ? toFields(title, row) : (read(content_column) ?? '');
  return { key, version: sha256(`${title}\n${text}`).toString('hex'), title, text };
}

/** Returns the columns of a row as Markdown. */
function toFields(title: string, row: DatabaseRow): string {
  const lines = Object.entries(row).flatMap(([name, value]) => (value === null ? [] : `**${name}:** ${value}`));
  return `# ${title}\n\n${lines.join('\n\n')}\n`;
}

const fail = (reason: string, failure: Message) => new SourceError(toRunError(reason, failure), false);
