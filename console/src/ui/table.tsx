import { Link } from '@tanstack/react-router';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useRowShortcuts } from '../lib/row-shortcuts.ts';
import { w } from '../words/index.ts';
import { getButtonClassName } from './button.tsx';
import { joinClassNames } from './class-names.ts';

export interface Column<T> {
  readonly header: string;
  readonly render: (row: T) => ReactNode;
  readonly hidesOnMobile?: boolean;
  readonly alignsEnd?: boolean;
}

interface Props<T> {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly getRowKey: (row: T) => string;
  readonly isSelected?: (row: T) => boolean;
}

/** Keyboard users continue from the page title once the focused element is gone. */
const focusTitle = () => document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });

/** Moves the focus to the page title after the focused row is removed. */
function useFocusAfterRemoval() {
  const lastFocusedRef = useRef<Element>(undefined);
  useLayoutEffect(() => restoreFocus(lastFocusedRef));
  // Removing the last row unmounts the table.
  useLayoutEffect(() => () => queueMicrotask(() => restoreFocus(lastFocusedRef)), []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      lastFocusedRef.current = target;
    },
  };
}

function restoreFocus(lastFocusedRef: { current: Element | undefined }): void {
  if (!lastFocusedRef.current || lastFocusedRef.current.isConnected || document.activeElement !== document.body) return;
  lastFocusedRef.current = undefined;
  focusTitle();
}

export function Table<T>({ caption, columns, rows, getRowKey, isSelected }: Props<T>) {
  useRowShortcuts();
  const getCellClassName = ({ hidesOnMobile, alignsEnd }: Column<T>) =>
    joinClassNames(
      'px-4 py-(--row-padding) align-top max-sm:px-3',
      hidesOnMobile && 'hidden md:table-cell',
      alignsEnd ? 'text-end' : 'text-start',
    );
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface shadow-sm" {...useFocusAfterRemoval()}>
      <table className="w-full border-collapse tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-background text-sm text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={joinClassNames(getCellClassName(column), 'border-b font-medium whitespace-nowrap')}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={getRowKey(row)}
              data-row={getRowKey(row)}
              tabIndex={-1}
              aria-selected={isSelected?.(row) || undefined}
              className="border-b last:border-b-0 transition-colors hover:bg-surface-muted/60 aria-selected:bg-accent-subtle"
            >
              {columns.map((column) => (
                <td key={column.header} className={getCellClassName(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PaginationProps {
  readonly pagination: { readonly next_cursor: string | null; readonly has_next: boolean };
  /** Cursor of the current page; undefined for the first one. */
  readonly cursor: string | undefined;
}

/** Links to the first and the next page of a list. The cursor is in the URL, so the browser's Back button works. */
export function Pagination({ pagination, cursor }: PaginationProps) {
  if (!pagination.has_next && cursor === undefined) return null;
  return (
    <nav aria-label={w.ui.pages} className="flex justify-end gap-2 py-2">
      {cursor !== undefined && (
        <Link
          to="."
          search={(search: object) => ({ ...search, cursor: undefined })}
          className={getButtonClassName('plain', true)}
          onClick={focusTitle}
        >
          {w.ui.firstPage}
        </Link>
      )}
      {pagination.next_cursor !== null && (
        <Link
          to="."
          search={(search: object) => ({ ...search, cursor: pagination.next_cursor ?? undefined })}
          className={getButtonClassName('plain', true)}
          onClick={focusTitle}
        >
          {w.ui.nextPage}
        </Link>
      )}
    </nav>
  );
}
