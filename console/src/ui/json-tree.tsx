import { useState } from 'react';
import { markHidden } from '../lib/hidden-text.ts';
import { w } from '../words/index.ts';

/** Entries per level shown before the user expands the rest. */
const MAX_ENTRIES_SHOWN = 200;

interface Props {
  readonly value: unknown;
  /** Levels that are expanded at first. Infinity also shows all entries of a level. */
  readonly openLevels?: number;
}

/** A collapsible JSON tree. Shows strings as text and numbers exactly as sent. */
export function JsonTree({ value, openLevels = 2 }: Props) {
  return (
    <div className="overflow-x-auto font-mono text-sm">
      <ul aria-label="JSON">
        <TreeNode value={value} openLevels={openLevels} level={1} />
      </ul>
    </div>
  );
}

interface TreeNodeProps extends Required<Props> {
  readonly name?: string;
  readonly level: number;
}

function toEntries(value: object): readonly (readonly [string, unknown])[] {
  return Array.isArray(value) ? value.map((child, index) => [String(index), child] as const) : Object.entries(value);
}

function TreeNode({ name, value, openLevels, level }: TreeNodeProps) {
  const [isExpanded, setIsExpanded] = useState(level <= openLevels);
  const [showsAll, setShowsAll] = useState(false);
  const label =
    name === undefined ? null : (
      <span className="text-muted">
        <bdi>{markHidden(name)}</bdi>:{' '}
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
  const entries = toEntries(value);
  const visibleEntries =
    showsAll || openLevels === Number.POSITIVE_INFINITY ? entries : entries.slice(0, MAX_ENTRIES_SHOWN);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isExpanded}
        className="min-h-[24px] min-w-[24px] rounded text-start hover:bg-surface-muted"
        onClick={() => setIsExpanded(!isExpanded)}
      >
        <span aria-hidden className="inline-block w-4 text-muted">
          {isExpanded ? '▾' : '▸'}
        </span>
        {label}
        <span className="text-muted">
          {Array.isArray(value) ? w.ui.items({ n: entries.length }) : w.ui.keys({ n: entries.length })}
        </span>
      </button>
      {isExpanded && (
        <ul className="ms-2 border-s ps-2">
          {visibleEntries.map(([key, child]) => (
            <TreeNode key={key} name={key} value={child} openLevels={openLevels} level={level + 1} />
          ))}
          {visibleEntries.length < entries.length && (
            <li>
              <button type="button" className="ps-4 link" onClick={() => setShowsAll(true)}>
                {w.ui.showAll({ n: entries.length })}
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
        {value === '' ? <i className="text-muted">{w.ui.emptyText}</i> : w.ui.quoted({ text: markHidden(value) })}
      </span>
    );
  return <span className="text-info">{String(value)}</span>;
}
