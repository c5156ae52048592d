import { useEffect, useMemo, useRef, useState } from 'react';
import { markHiddenInLine, markHiddenInText, truncateText } from '../../lib/hidden-text.ts';
import { formatBytes } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { HiddenCharactersWarning } from '../../ui/hidden-characters-warning.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { w } from '../../words/index.ts';
import { getJsonBytes } from './diff-arguments.ts';

/** Argument size in bytes up to which a list of requests, or the form that edits them, shows them whole. */
export const MAX_SEEN_AT_ONCE_BYTES = 4096;
/**
 * Characters of a long text rendered at first. Each time its end comes into view, `TEXT_GROWTH_FACTOR` times as many
 * are rendered.
 */
const INITIAL_TEXT_LENGTH = 20_000;
const TEXT_GROWTH_FACTOR = 4;
/** Maximum characters of the parts of a text that the browser lays out independently. */
const MAX_PART_LENGTH = 20_000;
/** Size in bytes up to which a nested value renders as an open tree. Larger values render as text. */
const MAX_TREE_BYTES = 20_000;

interface Props {
  readonly name: string;
  readonly value: unknown;
  /** Called once everything has been on screen. */
  readonly onEndReached: () => void;
  /** Called if the end is not on screen at first. */
  readonly onEndHidden?: () => void;
}

/**
 * Renders the complete arguments: each name with its value, and a toggle for the raw JSON. Long arguments scroll in
 * their own region, so that the rest of the request stays near.
 */
export function ArgumentList({ name: title, value, onEndReached, onEndHidden }: Props) {
  const [raw, setRaw] = useState(false);
  const [growthCount, setGrowthCount] = useState(0);
  const onGrow = () => setGrowthCount((before) => before + 1);
  const size = useMemo(() => getJsonBytes(value), [value]);
  const json = useMemo(() => (raw ? JSON.stringify(value, null, 2) : ''), [raw, value]);
  const entries = value !== null && typeof value === 'object' ? Object.entries(value) : [['', value] as const];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">
          {title} <span className="font-normal text-muted">({formatBytes(size)})</span>
        </h2>
        <Button isSmall variant="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {w.approvals.rawJson}
        </Button>
      </div>
      <HiddenCharactersWarning value={value} />
      <section
        aria-label={title}
        data-arguments
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
        tabIndex={0}
        className="max-h-[max(8rem,30dvh)] scroll-mb-24 overflow-y-auto rounded-lg border bg-background"
      >
        {raw ? (
          <div className="px-3 py-2">
            <LongText text={json} onGrow={onGrow} />
          </div>
        ) : entries.length === 0 ? (
          <p className="px-3 py-2 text-muted">{w.approvals.noArguments}</p>
        ) : (
          <dl className="flex flex-col divide-y">
            {entries.map(([name, entryValue]) => (
              <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[minmax(6rem,12rem)_1fr]">
                <dt className="font-mono text-sm break-all text-muted">{markHiddenInLine(name)}</dt>
                <dd className="min-w-0">
                  <Value value={entryValue} onGrow={onGrow} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <EndMarker
          key={`${raw} ${growthCount}`}
          onEndReached={onEndReached}
          {...(onEndHidden ? { onEndHidden } : {})}
        />
        {size > MAX_SEEN_AT_ONCE_BYTES && (
          <p className="border-t px-3 py-1 text-sm text-muted">{w.approvals.endOfArguments}</p>
        )}
      </section>
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly onGrow: () => void;
}

function Value({ value, onGrow }: ValueProps) {
  if (typeof value === 'string') {
    return value.length > 80 || value.includes('\n') ? (
      <LongText text={value} onGrow={onGrow} />
    ) : (
      <span dir="auto" className="break-words">
        {value === '' ? <i className="text-muted">{w.ui.emptyText}</i> : markHiddenInLine(value)}
      </span>
    );
  }
  if (value !== null && typeof value === 'object') {
    return getJsonBytes(value) > MAX_TREE_BYTES ? (
      <LongText text={JSON.stringify(value, null, 2)} onGrow={onGrow} />
    ) : (
      <JsonTree value={value} openLevels={Number.POSITIVE_INFINITY} />
    );
  }
  return <span className="font-mono text-info">{String(value)}</span>;
}

/** Renders text chunk by chunk as its end comes into view, because megabytes at once would freeze the page. */
function LongText({ text, onGrow }: { readonly text: string; readonly onGrow: () => void }) {
  const [visibleLength, setVisibleLength] = useState(INITIAL_TEXT_LENGTH);
  const parts = useMemo(
    () => splitText(markHiddenInText(truncateText(text, visibleLength), visibleLength >= text.length)),
    [text, visibleLength],
  );
  const showMore = () => {
    setVisibleLength(visibleLength * TEXT_GROWTH_FACTOR);
    onGrow();
  };
  return (
    <div>
      <pre dir="auto" className="font-mono text-sm break-words whitespace-pre-wrap">
        {parts.slice(0, -1).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
          <span key={index} className={OFFSCREEN_PART}>
            {part}
          </span>
        ))}
        {parts.at(-1)}
      </pre>
      {visibleLength < text.length && <EndMarker key={visibleLength} onEndReached={showMore} grows />}
    </div>
  );
}

/** The browser lays out a part only near the screen. The layout of a line of a megabyte takes seconds. */
const OFFSCREEN_PART =
  'inline-block w-full align-top [content-visibility:auto] [contain-intrinsic-height:auto_4000px] [unicode-bidi:plaintext]';

/** Splits a text into parts, preferably after a newline or else after a space. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_PART_LENGTH) {
    const start = rest.slice(0, MAX_PART_LENGTH);
    const end = Math.max(start.lastIndexOf('\n'), 0) || start.lastIndexOf(' ');
    const part = end > 0 ? start.slice(0, end + 1) : truncateText(rest, MAX_PART_LENGTH);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}

interface EndMarkerProps {
  readonly onEndReached: () => void;
  readonly onEndHidden?: () => void;
  /** Whether more content follows when the marker is reached. */
  readonly grows?: boolean;
}

/** Calls `onReached` when the marker is on screen and no text before it is still growing. */
function EndMarker({ onEndReached, onEndHidden, grows = false }: EndMarkerProps) {
  const markerRef = useRef<HTMLDivElement>(null);
  const callbackRef = useRef(onEndReached);
  callbackRef.current = onEndReached;
  const hiddenRef = useRef(onEndHidden);
  hiddenRef.current = onEndHidden;
  useEffect(() => {
    const element = markerRef.current;
    if (!element) return;
    // The container of the region clips the region too. With the region as root, a region below the fold would count.
    const region = element.closest('[data-arguments]') ?? element;
    const options = { root: findScrollContainer(region), rootMargin: `0px 0px -${getCoveredHeight()}px 0px` };
    const observer = new IntersectionObserver((entries) => {
      const isGrowing = !grows && element.parentElement?.querySelector('[data-grows]');
      if (entries.some((entry) => entry.isIntersecting) && !isGrowing) callbackRef.current();
      else hiddenRef.current?.();
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grows]);
  return <div ref={markerRef} data-grows={grows || undefined} data-end={!grows || undefined} className="h-px" />;
}

/** Returns the height in pixels at the bottom of the scroll container that the button bar and a menu below it cover. */
function getCoveredHeight(): number {
  const bar = document.querySelector<HTMLElement>('[data-decision-bar]');
  return bar === null ? 0 : bar.offsetHeight + (Number.parseFloat(getComputedStyle(bar).bottom) || 0);
}

/** Returns the element that scrolls the content, or null for the page itself. */
function findScrollContainer(element: Element): Element | null {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent;
  return null;
}
