import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { w } from '../../words/index.ts';
import { createWindow, MAX_ZOOM, type TimeScale, type TimeWindow, WHOLE_WINDOW } from './time-scale.ts';

interface Props {
  /** The whole timeline. */
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  readonly onWindowChange: (window: TimeWindow) => void;
}

/** Returns the pointer handlers of a strip on which dragging selects a window, and a click moves it. */
function useSelection(width: number, onWindowChange: Props['onWindowChange']) {
  const anchorRef = useRef<number>(undefined);
  const getPosition = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: length } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientX - left) / length));
  };
  const beginSelection = (event: PointerEvent) => {
    anchorRef.current = getPosition(event);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const select = (event: PointerEvent) => {
    const anchor = anchorRef.current;
    if (anchor === undefined) return;
    const position = getPosition(event);
    // A shorter movement is a click.
    if (Math.abs(position - anchor) < 1 / MAX_ZOOM) return;
    onWindowChange({ start: Math.min(anchor, position), end: Math.max(anchor, position) });
  };
  const endSelection = (event: PointerEvent) => {
    const anchor = anchorRef.current;
    anchorRef.current = undefined;
    if (anchor !== undefined && Math.abs(getPosition(event) - anchor) < 1 / MAX_ZOOM)
      onWindowChange(createWindow(width, anchor));
  };
  return { onPointerDown: beginSelection, onPointerMove: select, onPointerUp: endSelection };
}

/** The whole timeline with the part that is shown. Dragging selects another part, a click or the arrow keys move it. */
export function TimeBrush({ scale, window: { start, end }, onWindowChange }: Props) {
  const width = end - start;
  const selection = useSelection(width, onWindowChange);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -width / 4, ArrowRight: width / 4, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWindowChange(createWindow(width, (start + end) / 2 + step));
  };
  const shown = w.runs.axis.shown({ start: Math.round(start * 100), end: Math.round(end * 100) });
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={w.runs.axis.part}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(start * 100)}
      aria-valuetext={shown}
      title={w.runs.axis.partHint}
      {...selection}
      onDoubleClick={() => onWindowChange(WHOLE_WINDOW)}
      onKeyDown={move}
      className="relative h-6 w-full cursor-crosshair touch-none overflow-hidden rounded-sm border bg-surface max-sm:hidden"
    >
      {scale.folds.map(({ from, to }) => (
        <span
          key={from}
          data-bar
          className="folded absolute inset-y-0"
          style={{
            left: `${scale.toPosition(from) * 100}%`,
            width: `${Math.max(0.4, (scale.toPosition(to) - scale.toPosition(from)) * 100)}%`,
          }}
        />
      ))}
      <span
        data-bar
        className="absolute inset-y-0 border-x-2 border-accent bg-accent/15"
        style={{ left: `${start * 100}%`, width: `${width * 100}%` }}
      />
    </div>
  );
}
