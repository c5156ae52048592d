import { Link } from '@tanstack/react-router';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useRowKeys } from '../lib/row-keys.ts';
import { w } from '../words/index.ts';
import { buttonClass } from './button.tsx';
import { classes } from './classes.ts';

export interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ReactNode;
  /** Left out on a phone. */
  readonly wide?: boolean;
  readonly end?: boolean;
}

interface Props<T> {
  /** What the table lists, for who hears it. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly isChosen?: (row: T) => boolean;
}

/** Where who works by keys goes on once what had the focus is gone. */
const toTitle = () => document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true });

/** Goes on at the title once the row that had the focus is gone, such as one that was deleted. */
function useFocusOfGone() {
  const last = useRef<Element>(undefined);
  useLayoutEffect(() => goOn(last));
  // The last row takes the table with it.
  useLayoutEffect(() => () => queueMicrotask(() => goOn(last)), []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
  };
}

function goOn(last: { current: Element | undefined }): void {
  if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
  last.current = undefined;
  toTitle();
}

export function Table<T>({ caption, columns, rows, keyOf, isChosen }: Props<T>) {
  useRowKeys();
  const cell = ({ wide, end }: Column<T>) =>
    classes('px-3 py-2 align-top', wide && 'hidden md:table-cell', end ? 'text-end' : 'text-start');
  return (
    <div className="overflow-x-auto rounded-md border bg-raised" {...useFocusOfGone()}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-quiet">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classes(cell(column), 'border-b font-medium')}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              data-row={keyOf(row)}
              tabIndex={-1}
              aria-selected={isChosen?.(row) || undefined}
              className="border-b last:border-b-0 hover:bg-sunken aria-selected:bg-accent-ground"
            >
              {columns.map((column) => (
                <td key={column.name} className={cell(column)}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Pages {
  readonly pagination: { readonly next_cursor: string | null; readonly has_next: boolean };
  /** Cursor of the page that is shown; undefined for the first one. */
  readonly cursor: string | undefined;
}

/** The way to the next page of a list, and back to the first; the page is in the address, so that Back goes back. */
export function Paging({ pagination, cursor }: Pages) {
  if (!pagination.has_next && cursor === undefined) return null;
  return (
    <nav aria-label={w.ui.pages} className="flex justify-end gap-2 py-2">
      {cursor !== undefined && (
        <Link
          to="."
          search={(search: object) => ({ ...search, cursor: undefined })}
          className={buttonClass('plain', true)}
          onClick={toTitle}
        >
          {w.ui.firstPage}
        </Link>
      )}
      {pagination.next_cursor !== null && (
        <Link
          to="."
          search={(search: object) => ({ ...search, cursor: pagination.next_cursor ?? undefined })}
          className={buttonClass('plain', true)}
          onClick={toTitle}
        >
          {w.ui.nextPage}
        </Link>
      )}
    </nav>
  );
}
