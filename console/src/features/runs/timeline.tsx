import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { formatDuration } from '../../lib/time.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { sayStep } from './say-step.ts';
import { type Scale, scaleOf } from './scale.ts';
import type { RunSteps, Step, StepState } from './steps.ts';

const ROW_PX = 34;
/** Rows beyond what is seen, on either side. */
const OVERSCAN = 12;
/** On a phone the name stands above the bar. */
const NARROW_ROW_PX = 52;
const NARROW = '(max-width: 40rem)';

function useNarrow(): boolean {
  const query = useMemo(() => matchMedia(NARROW), []);
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}

interface Props {
  readonly steps: RunSteps;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The steps of a run as a tree with their bars, over one list of which only what is seen is in the page. */
export function Timeline({ steps, chosen, onChoose }: Props) {
  useSyncExternalStore(steps.subscribe, steps.seen);
  const frame = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const { list } = steps;
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (narrow ? NARROW_ROW_PX : ROW_PX),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: who turns a phone has rows of another height
  useEffect(() => rows.measure(), [narrow]);
  const shown = rows.getVirtualItems();
  // Elements are used again for other steps: who scrolls fast would else have all of them made anew in each frame.
  const slots = Math.max(shown.length, Math.ceil((rows.scrollRect?.height ?? 0) / ROW_PX) + 2 * OVERSCAN + 1);
  const isOpen = list.some(({ ended }) => ended === undefined);
  const second = useNow();
  const now = isOpen ? second : (list.at(-1)?.ended ?? second);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the same one and grows; its version says so
  const scale = useMemo(() => scaleOf(list, now), [steps.version, now]);
  useStickToEnd(frame, rows, list.length);
  const at = list.findIndex(({ id }) => id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, at, list.length);
    const step = to === undefined ? undefined : list[to];
    if (to === undefined || !step) return;
    event.preventDefault();
    rows.scrollToIndex(to);
    onChoose(step.id);
  };
  return (
    <div
      ref={frame}
      role="tree"
      tabIndex={0}
      aria-label={w.runs.steps.name}
      aria-activedescendant={at < 0 ? undefined : `step-${at}`}
      onKeyDown={onKeyDown}
      className="h-[60vh] overflow-y-auto rounded-md border bg-surface max-sm:h-auto max-sm:max-h-[60vh] lg:h-auto lg:min-h-0 lg:flex-1"
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, size }) => {
          const step = list[index];
          if (!step) return null;
          return (
            <Row
              key={index % slots}
              {...{ step, index, start, size, scale, narrow, onChoose }}
              version={step.ended === undefined ? steps.version : 0}
              now={step.ended === undefined ? now : 0}
              isChosen={index === at}
              count={list.length}
            />
          );
        })}
      </div>
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

type Rows = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** Pixels from the end within which the reader is taken to follow it. */
const AT_END_PX = 40;

/** Keeps the end in sight while the list grows, if the reader is there and nowhere else. */
function useStickToEnd(frame: { readonly current: HTMLDivElement | null }, rows: Rows, count: number): void {
  const isThere = useRef(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // What the list knows of itself: to ask the element would have it laid out at once.
    const look = () => {
      const seen = (rows.scrollOffset ?? 0) + (rows.scrollRect?.height ?? 0);
      isThere.current = rows.getTotalSize() - seen < AT_END_PX;
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [frame, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list is what moves the end
  useEffect(() => {
    const element = frame.current;
    if (element && isThere.current) element.scrollTop = element.scrollHeight;
  }, [count, frame]);
}

interface RowProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  readonly start: number;
  readonly size: number;
  readonly scale: Scale;
  readonly narrow: boolean;
  readonly isChosen: boolean;
  /** Changes with what an open step says. */
  readonly version: number;
  readonly now: number;
  readonly onChoose: (id: string) => void;
}

const SIGNS: Readonly<Record<StepState, string>> = {
  running: '●',
  waiting: '‖',
  good: '✓',
  bad: '✕',
  void: '∅',
  point: '·',
};
const BARS: Readonly<Record<StepState, string>> = {
  running: 'bg-accent motion-safe:animate-pulse',
  waiting: 'bg-warning',
  good: 'bg-accent',
  bad: 'bg-danger',
  void: 'bg-input',
  point: 'bg-input',
};
const INDENTS = { 1: 'ps-2', 2: 'ps-6', 3: 'ps-10' } as const;

const Row = memo(function Row({ step, index, count, start, size, scale, narrow, isChosen, now, onChoose }: RowProps) {
  const said = sayStep(step, now);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys and says which of its rows is the active one
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={`step-${index}`}
      role="treeitem"
      aria-level={step.level}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={isChosen}
      data-step={step.id}
      onClick={() => onChoose(step.id)}
      style={{ transform: `translateY(${start}px)`, height: size }}
      className={joinClassNames(
        'absolute inset-x-0 top-0 flex cursor-pointer gap-2 border-b pe-2 text-sm contain-strict',
        narrow ? 'flex-col justify-center gap-1' : 'items-center',
        INDENTS[step.level],
        isChosen ? 'bg-accent-subtle' : 'hover:bg-surface-muted',
        step.state === 'void' && 'text-muted line-through',
      )}
    >
      <span className={joinClassNames('flex min-w-0 items-baseline gap-1.5', narrow ? 'w-full' : 'w-1/2')}>
        <span aria-hidden className={step.state === 'bad' ? 'text-danger' : 'text-muted'}>
          {SIGNS[step.state]}
        </span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {said}
        </span>
        {step.kind !== 'wait' && step.ended !== undefined && step.ended > step.begun && (
          <span className="text-muted">{formatDuration(step.ended - step.begun)}</span>
        )}
      </span>
      <Bar {...{ step, scale, narrow, now }} />
    </div>
  );
});

function Bar({ step, scale, narrow, now }: Pick<RowProps, 'step' | 'scale' | 'narrow' | 'now'>) {
  const from = scale.place(step.begun);
  const to = scale.place(step.ended ?? now);
  return (
    <span
      aria-hidden
      className={joinClassNames('relative h-2 rounded bg-surface-muted', narrow ? 'shrink-0' : 'min-w-0 flex-1')}
    >
      <span
        className={joinClassNames('absolute inset-y-0 min-w-0.5 rounded', BARS[step.state])}
        style={{ left: `${from * 99.5}%`, width: `${Math.max(0.5, (to - from) * 99.5)}%` }}
      />
    </span>
  );
}
