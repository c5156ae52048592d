import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import type { RunSteps } from './run-steps.ts';
import type { Step } from './step.ts';
import { FoldMarks, TimeAxis } from './time-axis.tsx';
import { createTimeScale, createWindow, WHOLE_WINDOW, zoomScale } from './time-scale.ts';
import { TimelineRow } from './timeline-row.tsx';
import { useStepsVersion } from './use-steps-version.ts';

const ROW_PX = 34;
/** Rows rendered beyond the visible ones, on either side. */
const OVERSCAN = 12;
/** Height on phones, where the name is above the bar. */
const NARROW_ROW_PX = 52;
const NO_STEPS: readonly Step[] = [];
const NARROW_QUERY = '(max-width: 40rem)';

function useIsNarrow(): boolean {
  const query = useMemo(() => matchMedia(NARROW_QUERY), []);
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

interface Props {
  /** State of the event stream. */
  readonly status: ReactNode;
  readonly steps: RunSteps;
  /** Whether the steps are shown only with the stored turns, which would move the rows below them. */
  readonly awaitsTurns: boolean;
  /** Names of people by ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** Shows the steps of a run as a tree with time bars. The list is virtual: only visible rows are in the DOM. */
export function Timeline({ status, steps, awaitsTurns, names, selectedId, onSelect }: Props) {
  useStepsVersion(steps);
  const containerRef = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const list = steps.hasTurns || !awaitsTurns ? steps.list : NO_STEPS;
  const virtualizer = useVirtualizer({
    count: list.length,
    getScrollElement: () => containerRef.current,
    estimateSize: () => (isNarrow ? NARROW_ROW_PX : ROW_PX),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rotating a phone changes the row height
  useEffect(() => virtualizer.measure(), [isNarrow]);
  const visibleRows = virtualizer.getVirtualItems();
  // Rows reuse elements, because fast scrolling would otherwise recreate all of them in each frame.
  const slots = Math.max(
    visibleRows.length,
    Math.ceil((virtualizer.scrollRect?.height ?? 0) / ROW_PX) + 2 * OVERSCAN + 1,
  );
  const { now, scale, ...axis } = useZoomedScale(steps, selectedId);
  useStickToEnd(containerRef, virtualizer, list.length);
  const selectedIndex = list.findIndex(({ id }) => id === selectedId);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = getTargetIndex(event.key, selectedIndex, list.length);
    const step = to === undefined ? undefined : list[to];
    if (to === undefined || !step) return;
    event.preventDefault();
    virtualizer.scrollToIndex(to);
    onSelect(step.id);
  };
  return (
    <>
      <TimeAxis {...{ status, scale, ...axis }} durationMs={now - (list[0]?.startedAt ?? now)} />
      <div
        ref={containerRef}
        role="tree"
        tabIndex={0}
        aria-label={w.runs.steps.name}
        aria-activedescendant={selectedIndex < 0 ? undefined : `step-${selectedIndex}`}
        onKeyDown={onKeyDown}
        className="h-[60vh] overflow-y-auto rounded-b-lg border bg-surface shadow-sm max-sm:h-auto max-sm:max-h-[60vh] lg:h-auto lg:min-h-0 lg:flex-1"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {!isNarrow && <FoldMarks scale={scale} />}
          {visibleRows.map(({ index, start, size }) => {
            const step = list[index];
            if (!step) return null;
            return (
              <TimelineRow
                key={index % slots}
                {...{ step, index, start, size, scale, isNarrow, names, onSelect }}
                version={step.endedAt === undefined ? steps.version : 0}
                now={step.endedAt === undefined ? now : 0}
                isSelected={index === selectedIndex}
                count={list.length}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Returns the time scale of a run, zoomed around the selected step. */
function useZoomedScale(steps: RunSteps, selectedId: string | undefined) {
  const { list } = steps;
  const isOpen = list.some(({ endedAt }) => endedAt === undefined);
  const currentTime = useNow();
  const now = isOpen ? currentTime : (list.at(-1)?.endedAt ?? currentTime);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is mutable; its version changes instead
  const wholeScale = useMemo(() => createTimeScale(list, now), [steps.version, now]);
  const [window, onWindowChange] = useState(WHOLE_WINDOW);
  const selectedStep = steps.find(selectedId);
  const center = selectedStep && wholeScale.toPosition(selectedStep.startedAt);
  const scale = useMemo(() => zoomScale(wholeScale, window), [wholeScale, window]);
  // Another selected step comes into view. The user can move away from it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the selection moves the window
  useEffect(() => {
    if (center === undefined) return;
    onWindowChange((previous) => {
      const isShown = center >= previous.start && center <= previous.end;
      return isShown ? previous : createWindow(previous.end - previous.start, center);
    });
  }, [selectedId]);
  return { now, scale, wholeScale, window, center, onWindowChange };
}

function getTargetIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, index + 1);
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

type RowVirtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** Distance from the end in pixels within which the list keeps following. */
const END_THRESHOLD_PX = 40;

/** Keeps the end visible while the list grows, if the user has scrolled to the end. */
function useStickToEnd(
  containerRef: { readonly current: HTMLDivElement | null },
  virtualizer: RowVirtualizer,
  count: number,
): void {
  const isAtEndRef = useRef(false);
  useEffect(() => {
    const element = containerRef.current;
    if (!element) return;
    // The virtualizer caches these values: reading them from the element would force a layout.
    const updateIsAtEnd = () => {
      const visibleEnd = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0);
      isAtEndRef.current = virtualizer.getTotalSize() - visibleEnd < END_THRESHOLD_PX;
    };
    element.addEventListener('scroll', updateIsAtEnd, { passive: true });
    return () => element.removeEventListener('scroll', updateIsAtEnd);
  }, [containerRef, virtualizer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves when the count changes
  useEffect(() => {
    const element = containerRef.current;
    if (element && isAtEndRef.current) element.scrollTop = element.scrollHeight;
  }, [count, containerRef]);
}
