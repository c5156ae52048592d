import { memo } from 'react';
import { formatDuration } from '../../lib/time.ts';
import { joinClassNames } from '../../ui/class-names.ts';
import { Ban, Check, Circle, CircleDot, Hourglass, type LucideIcon, X } from '../../ui/icons.ts';
import { formatStep } from './format-step.ts';
import type { Step, StepState } from './step.ts';
import type { TimeScale } from './time-scale.ts';

interface RowProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  readonly start: number;
  readonly size: number;
  readonly scale: TimeScale;
  readonly isNarrow: boolean;
  readonly isSelected: boolean;
  /** Changes with the content of an open step, to rerender the memoized row. */
  readonly version: number;
  readonly now: number;
  /** Names of people by ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly onSelect: (id: string) => void;
}

const STATE_ICONS: Readonly<Record<StepState, LucideIcon>> = {
  running: CircleDot,
  waiting: Hourglass,
  good: Check,
  bad: X,
  void: Ban,
  point: Circle,
};
/** The colors of the time strip: of the model, of tools and of waits. */
const KIND_CLASSES: Partial<Readonly<Record<Step['kind'], string>>> = { call: 'bg-info', wait: 'bg-wait' };
const BAR_CLASSES: Readonly<Record<StepState, string>> = {
  running: 'bg-accent motion-safe:animate-pulse',
  waiting: 'bg-wait',
  good: 'bg-accent',
  bad: 'bg-danger',
  void: 'bg-input',
  point: 'bg-input',
};
const ICON_CLASSES: Partial<Readonly<Record<StepState, string>>> = {
  bad: 'text-danger',
  waiting: 'text-warning',
  good: 'text-success',
};
const INDENT_CLASSES = { 1: 'ps-2', 2: 'ps-6', 3: 'ps-10' } as const;

function getBarClassName({ kind, state }: Step): string {
  return (state === 'good' ? KIND_CLASSES[kind] : undefined) ?? BAR_CLASSES[state];
}

/** A row of the timeline: the title of a step and its time bar. */
export const TimelineRow = memo(function TimelineRow({
  step,
  index,
  count,
  start,
  size,
  scale,
  isNarrow,
  isSelected,
  now,
  names,
  onSelect,
}: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys and marks its active row
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={`step-${index}`}
      role="treeitem"
      aria-level={step.level}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={isSelected}
      data-step={step.id}
      onClick={() => onSelect(step.id)}
      style={{ transform: `translateY(${start}px)`, height: size }}
      className={joinClassNames(
        'absolute inset-x-0 top-0 flex cursor-pointer border-b pe-2 text-sm contain-strict',
        isNarrow ? 'flex-col justify-center gap-1' : 'items-center',
        isSelected ? 'bg-accent-subtle' : 'hover:bg-surface-muted',
        step.state === 'void' && 'text-muted line-through',
      )}
    >
      <StepTitle {...step} {...{ isNarrow, now, names }} />
      <TimeBar {...{ step, scale, isNarrow, now }} />
    </div>
  );
});

/**
 * Icon, title and duration of a step. The fields of the step are props, because an update of a long run changes all
 * bars but few titles.
 */
const StepTitle = memo(function StepTitle({
  isNarrow,
  now,
  names,
  ...step
}: Step & Pick<RowProps, 'isNarrow' | 'now' | 'names'>) {
  const { kind, level, state, startedAt, endedAt } = step;
  const Icon = STATE_ICONS[state];
  return (
    <span
      className={joinClassNames(
        'flex min-w-0 items-center gap-1.5',
        INDENT_CLASSES[level],
        isNarrow ? 'w-full' : 'w-1/2 shrink-0 pe-3',
      )}
    >
      <Icon className={joinClassNames('size-3.5 shrink-0', ICON_CLASSES[state] ?? 'text-muted')} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {formatStep(step, now, names)}
      </span>
      {kind !== 'wait' && endedAt !== undefined && endedAt > startedAt && (
        <span className="text-muted">{formatDuration(endedAt - startedAt)}</span>
      )}
    </span>
  );
});

function TimeBar({ step, scale, isNarrow, now }: Pick<RowProps, 'step' | 'scale' | 'isNarrow' | 'now'>) {
  const start = scale.toPosition(step.startedAt);
  const end = scale.toPosition(step.endedAt ?? now);
  return (
    <span
      aria-hidden
      className={joinClassNames(
        'relative h-2 overflow-hidden rounded-full',
        isNarrow ? 'ms-2 shrink-0' : 'min-w-0 flex-1',
      )}
    >
      {end >= 0 && start <= 1 && (
        <span
          data-bar
          className={joinClassNames('absolute inset-y-0 min-w-1 rounded-full', getBarClassName(step))}
          style={{ left: `${start * 99.5}%`, width: `${Math.max(0.5, (end - start) * 99.5)}%` }}
        />
      )}
    </span>
  );
}
