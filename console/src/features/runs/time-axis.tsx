import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { formatDuration } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { ZoomIn, ZoomOut } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { TimeBrush } from './time-brush.tsx';
import { createWindow, type Fold, MAX_ZOOM, type TimeScale, type TimeWindow } from './time-scale.ts';

/** More folds would be no wider than a pixel. */
const MAX_FOLDS = 30;

interface Props {
  /** State of the event stream. */
  readonly status: ReactNode;
  readonly scale: TimeScale;
  /** Time between the first and the last step, in milliseconds. */
  readonly durationMs: number;
  /** Scale of the whole timeline, for the brush. */
  readonly wholeScale: TimeScale;
  readonly window: TimeWindow;
  /** Position that zooming keeps in view. Undefined for the middle. */
  readonly center: number | undefined;
  readonly onWindowChange: (window: TimeWindow) => void;
}

/** The header of the timeline: its length, the folded waits and the zoom. */
export function TimeAxis({ status, scale, durationMs, wholeScale, window, center, onWindowChange }: Props) {
  const width = window.end - window.start;
  const zoomBy = (factor: number) =>
    onWindowChange(createWindow(width / factor, center ?? (window.start + window.end) / 2));
  const foldedMs = scale.folds.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-lg border border-b-0 bg-background px-2 py-1 text-sm text-muted">
      <span className="me-auto flex flex-wrap gap-x-2">
        {status}
        <span>{w.runs.axis.total({ long: formatDuration(durationMs) })}</span>
      </span>
      {foldedMs > 0 && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden data-bar className="folded h-3 w-4 rounded-sm" />
          {w.runs.axis.folded({ long: formatDuration(foldedMs), n: scale.folds.length })}
        </span>
      )}
      <span className="flex items-center">
        <Button
          isSmall
          variant="quiet"
          disabled={width >= 1}
          aria-label={w.runs.axis.zoomOut}
          onClick={() => zoomBy(0.5)}
        >
          <ZoomOut className="size-4" />
        </Button>
        <output aria-label={w.runs.axis.zoom} className="min-w-8 text-center tabular-nums">
          {formatNumber(Math.round(10 / width) / 10)}×
        </output>
        <Button
          isSmall
          variant="quiet"
          disabled={width <= 1 / MAX_ZOOM}
          aria-label={w.runs.axis.zoomIn}
          onClick={() => zoomBy(2)}
        >
          <ZoomIn className="size-4" />
        </Button>
      </span>
      <TimeBrush scale={wholeScale} window={window} onWindowChange={onWindowChange} />
    </div>
  );
}

/** Marks the folded waits across all rows. */
export function FoldMarks({ scale }: { readonly scale: TimeScale }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0 start-1/2 end-2 overflow-hidden">
      {scale.folds.slice(0, MAX_FOLDS).map((fold) => (
        <FoldMark key={fold.from} fold={fold} scale={scale} />
      ))}
    </div>
  );
}

function FoldMark({ fold: { from, to }, scale }: { readonly fold: Fold; readonly scale: TimeScale }) {
  const [start, end] = [scale.toPosition(from), scale.toPosition(to)];
  if (end <= 0 || start >= 1) return null;
  return (
    <span
      data-bar
      className="folded absolute inset-y-0 opacity-60"
      style={{ left: `${start * 100}%`, width: `${Math.max(0.4, (end - start) * 100)}%` }}
    />
  );
}
