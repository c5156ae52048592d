import { w } from '../words/index.ts';
import { useShortcuts } from './shortcuts.ts';

interface RowShortcutOptions {
  /** Row to start from if none has the focus. */
  readonly startRow?: string | undefined;
  /** Called with the key of the newly focused row. */
  readonly onMove?: ((row: string) => void) | undefined;
  readonly descriptions?: { readonly next: string; readonly before: string };
}

const ROW_SELECTOR = '[data-row]';

const findFocusedRow = () => document.activeElement?.closest<HTMLElement>(ROW_SELECTOR);

/** Returns the key of the row that contains the focus. */
export function getFocusedRowKey(): string | undefined {
  return findFocusedRow()?.dataset.row;
}

const listRows = () => [...document.querySelectorAll<HTMLElement>(`#content ${ROW_SELECTOR}`)];

/** Returns the keys of the rows in the order of the page. */
export function getRowKeys(): readonly string[] {
  return listRows().map(({ dataset }) => dataset.row ?? '');
}

/** Scrolls a row into view. */
export function scrollToRow(key: string): void {
  listRows()
    .find(({ dataset }) => dataset.row === key)
    ?.scrollIntoView({ block: 'nearest' });
}

/**
 * J and K move the focus through the elements with `data-row`: to the link with `data-row-link`, else to the first link,
 * else to the row itself.
 */
export function useRowShortcuts({ startRow, onMove, descriptions = w.ui.rows }: RowShortcutOptions = {}): void {
  const moveBy = (step: number) => {
    const rows = listRows();
    const currentRow = findFocusedRow() ?? rows.find(({ dataset }) => dataset.row === startRow);
    const currentIndex = currentRow ? rows.indexOf(currentRow) : -1;
    const nextRow = rows[Math.max(0, Math.min(rows.length - 1, currentIndex + step))];
    if (!nextRow) return;
    (nextRow.querySelector<HTMLElement>('[data-row-link]') ?? nextRow.querySelector('a') ?? nextRow).focus();
    if (nextRow.dataset.row !== undefined) onMove?.(nextRow.dataset.row);
  };
  useShortcuts([
    { key: 'j', description: descriptions.next, run: () => moveBy(1) },
    { key: 'k', description: descriptions.before, run: () => moveBy(-1) },
  ]);
}
