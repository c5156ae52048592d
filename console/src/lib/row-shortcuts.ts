import { w } from '../words/index.ts';
import { useShortcuts } from './shortcuts.ts';

interface RowShortcutOptions {
  /** The row to go on from where none has the focus. */
  readonly startRow?: string | undefined;
  /** Called with the row that was moved to. */
  readonly onMove?: ((row: string) => void) | undefined;
  readonly descriptions?: { readonly next: string; readonly before: string };
}

const ROW_SELECTOR = '[data-row]';

const findFocusedRow = () => document.activeElement?.closest<HTMLElement>(ROW_SELECTOR);

/** The row that has the focus, or something in it. */
export function getFocusedRowKey(): string | undefined {
  return findFocusedRow()?.dataset.row;
}

/**
 * J and K go through the rows of the page, which carry `data-row`: to the link of each, which Enter opens, or to the row itself
 * where it leads nowhere.
 */
export function useRowShortcuts({ startRow, onMove, descriptions = w.ui.rows }: RowShortcutOptions = {}): void {
  const moveBy = (step: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(`#content ${ROW_SELECTOR}`)];
    const currentRow = findFocusedRow() ?? rows.find(({ dataset }) => dataset.row === startRow);
    const currentIndex = currentRow ? rows.indexOf(currentRow) : -1;
    const nextRow = rows[Math.max(0, Math.min(rows.length - 1, currentIndex + step))];
    if (!nextRow) return;
    (nextRow.querySelector('a') ?? nextRow).focus();
    if (nextRow.dataset.row !== undefined) onMove?.(nextRow.dataset.row);
  };
  useShortcuts([
    { key: 'j', description: descriptions.next, run: () => moveBy(1) },
    { key: 'k', description: descriptions.before, run: () => moveBy(-1) },
  ]);
}
