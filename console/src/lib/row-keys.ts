import { w } from '../words/index.ts';
import { usePageKeys } from './keys.ts';

interface Moves {
  /** The row to go on from where none has the focus. */
  readonly from?: string | undefined;
  /** Called with the row that was moved to. */
  readonly onMove?: ((row: string) => void) | undefined;
  readonly does?: { readonly next: string; readonly before: string };
}

const ROW = '[data-row]';

const focused = () => document.activeElement?.closest<HTMLElement>(ROW);

/** The row that has the focus, or something in it. */
export function rowInFocus(): string | undefined {
  return focused()?.dataset.row;
}

/**
 * J and K go through the rows of the page, which carry `data-row`: to the link of each, which Enter opens, or to the row itself
 * where it leads nowhere.
 */
export function useRowKeys({ from, onMove, does = w.ui.rows }: Moves = {}): void {
  const move = (by: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(`#content ${ROW}`)];
    const now = focused() ?? rows.find(({ dataset }) => dataset.row === from);
    const at = now ? rows.indexOf(now) : -1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    (next.querySelector('a') ?? next).focus();
    if (next.dataset.row !== undefined) onMove?.(next.dataset.row);
  };
  usePageKeys([
    { key: 'j', does: does.next, act: () => move(1) },
    { key: 'k', does: does.before, act: () => move(-1) },
  ]);
}
