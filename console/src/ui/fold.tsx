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

/** A part of a form that most people need not open: its heading says what is set in it. */
export function Fold({ title, said, places, error, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  const isRefused = places.some((place) => problemAt(error, place) !== undefined);
  const open = () => {
    if (ref.current) ref.current.open = true;
  };
  useEffect(() => {
    if (isRefused && ref.current) ref.current.open = true;
  }, [isRefused]);
  return (
    // What the browser finds wrong with a field before it sends the form can only be seen where the field is.
    <details ref={ref} className="rounded-md border" onInvalidCapture={open}>
      <summary className="px-3 py-2">
        <span className="font-medium">{title}</span>
        <span className="text-quiet">{` · ${said}`}</span>
      </summary>
      <div className="flex flex-col gap-4 border-t p-3">{children}</div>
    </details>
  );
}
