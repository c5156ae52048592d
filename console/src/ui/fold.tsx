import { type ReactNode, useEffect, useRef } from 'react';
import { problemAt } from './field.tsx';

interface Props {
  readonly title: string;
  /** What is set in it, in a few words. */
  readonly said: string;
  /** Places of the fields in it: what is refused of them opens it. */
  readonly places: readonly string[];
  readonly error: unknown;
  readonly children: ReactNode;
}

/** What opens a part of a form by itself: something that the API refused in it, or that the browser finds wrong before it is sent. */
export function useOpening(isRefused: boolean) {
  const ref = useRef<HTMLDetailsElement>(null);
  const open = () => {
    if (ref.current) ref.current.open = true;
  };
  useEffect(() => {
    if (isRefused && ref.current) ref.current.open = true;
  }, [isRefused]);
  return { ref, onInvalidCapture: open };
}

/** A part of a form that most people need not open: its heading says what is set in it. */
export function Fold({ title, said, places, error, children }: Props) {
  const isRefused = places.some((place) => problemAt(error, place) !== undefined);
  return (
    <details {...useOpening(isRefused)} className="rounded-md border">
      <summary className="px-3 py-2">
        <span className="font-medium">{title}</span>
        <span className="text-quiet">{` · ${said}`}</span>
      </summary>
      <div className="flex flex-col gap-4 border-t p-3">{children}</div>
    </details>
  );
}
