import { useState } from 'react';
import { visible } from '../lib/visible.ts';
import { w } from '../words/index.ts';

/** Entries of one level that are shown before somebody asks for the rest. */
const MOST_SHOWN = 200;

interface Props {
  readonly value: unknown;
  /** Levels that are open at first; with all of them open nothing of a level is left out either. */
  readonly open?: number;
}

/** JSON as a tree to open and close; text stays text, and numbers are as they were sent. */
export function JsonTree({ value, open = 2 }: Props) {
  return (
    <div className="overflow-x-auto font-mono text-sm">
      <ul aria-label="JSON">
        <Node value={value} open={open} level={1} />
      </ul>
    </div>
  );
}

interface NodeProps extends Required<Props> {
  readonly name?: string;
  readonly level: number;
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return Array.isArray(value) ? value.map((each, at) => [String(at), each] as const) : Object.entries(value);
}

function Node({ name, value, open, level }: NodeProps) {
  const [expanded, setExpanded] = useState(level <= open);
  const [all, setAll] = useState(false);
  const label =
    name === undefined ? null : (
      <span className="text-quiet">
        <bdi>{visible(name)}</bdi>:{' '}
      </span>
    );
  if (value === null || typeof value !== 'object') {
    return (
      <li className="ps-4 break-words whitespace-pre-wrap">
        {label}
        <Leaf value={value} />
      </li>
    );
  }
  const entries = entriesOf(value);
  const shown = all || open === Number.POSITIVE_INFINITY ? entries : entries.slice(0, MOST_SHOWN);
  return (
    <li>
      <button
        type="button"
        aria-expanded={expanded}
        className="min-h-[24px] min-w-[24px] rounded text-start hover:bg-sunken"
        onClick={() => setExpanded(!expanded)}
      >
        <span aria-hidden className="inline-block w-4 text-quiet">
          {expanded ? '▾' : '▸'}
        </span>
        {label}
        <span className="text-quiet">
          {Array.isArray(value) ? w.ui.items(entries.length) : w.ui.keys(entries.length)}
        </span>
      </button>
      {expanded && (
        <ul className="ms-2 border-s ps-2">
          {shown.map(([key, each]) => (
            <Node key={key} name={key} value={each} open={open} level={level + 1} />
          ))}
          {shown.length < entries.length && (
            <li>
              <button type="button" className="ps-4 text-accent underline" onClick={() => setAll(true)}>
                {w.ui.showAll(entries.length)}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === 'string')
    return (
      <span dir="auto">
        {value === '' ? <i className="text-quiet">{w.ui.emptyText}</i> : w.ui.quoted(visible(value))}
      </span>
    );
  return <span className="text-info">{String(value)}</span>;
}
