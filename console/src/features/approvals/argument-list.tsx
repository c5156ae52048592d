import { useEffect, useMemo, useRef, useState } from 'react';
import { markHiddenInLine, markHiddenInText, truncateText } from '../../lib/hidden-text.ts';
import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { HiddenCharactersWarning } from '../../ui/hidden-characters-warning.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { w } from '../../words/index.ts';
import { sizeOf } from './changes.ts';

/** Bytes up to which arguments are taken to be seen at once. Approving more takes having been at their end. */
export const SEEN_AT_ONCE = 4096;
/** Characters of a text that are put into the page at first, and by how much more each time its end is reached. */
const FIRST_PIECE = 20_000;
const GROWTH = 4;
/** Bytes of a nested value that are shown as a tree, with every branch open; more is text. */
const MOST_AS_TREE = 20_000;

interface Props {
  /** What it is called on the page. */
  readonly name: string;
  readonly value: unknown;
  /** Told once everything has been on the screen to its end. */
  readonly onSeen: () => void;
}

/** Arguments in full: each name with its value, long text as text, the raw JSON one key away. Nothing is cut off. */
export function ArgumentList({ name: title, value, onSeen }: Props) {
  const [raw, setRaw] = useState(false);
  const [pieces, setPieces] = useState(0);
  const onPiece = () => setPieces((before) => before + 1);
  const size = useMemo(() => sizeOf(value), [value]);
  const whole = useMemo(() => (raw ? JSON.stringify(value, null, 2) : ''), [raw, value]);
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [['', value] as const];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">
          {title} <span className="font-normal text-muted">({formatBytes(size)})</span>
        </h2>
        <Button isSmall variant="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {w.approvals.rawJson}
        </Button>
      </div>
      <HiddenCharactersWarning value={value} />
      {raw ? (
        <LongText text={whole} onPiece={onPiece} />
      ) : entries.length === 0 ? (
        <p className="text-muted">{w.approvals.noArguments}</p>
      ) : (
        <dl className="flex flex-col divide-y rounded-md border">
          {entries.map(([name, each]) => (
            <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[minmax(6rem,12rem)_1fr]">
              <dt className="font-mono text-sm break-all text-muted">{markHiddenInLine(name)}</dt>
              <dd className="min-w-0">
                <Value value={each} onPiece={onPiece} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <End key={`${raw} ${pieces}`} onSeen={onSeen} />
      {size > SEEN_AT_ONCE && <p className="text-sm text-muted">{w.approvals.endOfArguments}</p>}
    </section>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly onPiece: () => void;
}

function Value({ value, onPiece }: ValueProps) {
  if (typeof value === 'string') {
    return value.length > 80 || value.includes('\n') ? (
      <LongText text={value} onPiece={onPiece} />
    ) : (
      <span dir="auto" className="break-words">
        {value === '' ? <i className="text-muted">{w.ui.emptyText}</i> : markHiddenInLine(value)}
      </span>
    );
  }
  if (value !== null && typeof value === 'object') {
    return sizeOf(value) > MOST_AS_TREE ? (
      <LongText text={JSON.stringify(value, null, 2)} onPiece={onPiece} />
    ) : (
      <JsonTree value={value} openLevels={Number.POSITIVE_INFINITY} />
    );
  }
  return <span className="font-mono text-info">{String(value)}</span>;
}

/** Text that is put into the page piece by piece as its end comes near, so that two megabytes hold nothing up. */
function LongText({ text, onPiece }: { readonly text: string; readonly onPiece: () => void }) {
  const [shown, setShown] = useState(FIRST_PIECE);
  const piece = useMemo(() => markHiddenInText(truncateText(text, shown), shown >= text.length), [text, shown]);
  const more = () => {
    setShown(shown * GROWTH);
    onPiece();
  };
  return (
    <div>
      <pre dir="auto" className="font-mono text-sm break-words whitespace-pre-wrap">
        {piece}
      </pre>
      {shown < text.length && <End key={shown} onSeen={more} grows />}
    </div>
  );
}

interface EndProps {
  readonly onSeen: () => void;
  /** Whether more comes where it stands, so that what is behind it was not seen yet. */
  readonly grows?: boolean;
}

/** The end of something: says when it has been on the screen, and nothing before it is still to come. */
function End({ onSeen, grows = false }: EndProps) {
  const mark = useRef<HTMLDivElement>(null);
  const told = useRef(onSeen);
  told.current = onSeen;
  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      const growing = !grows && element.parentElement?.querySelector('[data-grows]');
      if (entries.some((entry) => entry.isIntersecting) && !growing) told.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [grows]);
  return <div ref={mark} data-grows={grows || undefined} className="h-px" />;
}
