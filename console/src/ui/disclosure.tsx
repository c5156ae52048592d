import { type ReactNode, useEffect, useRef } from 'react';
import { findFieldError } from './field.tsx';

interface Props {
  readonly title: string;
  /** Short summary of the current values. */
  readonly summary: string;
  /** Paths of the contained fields. An error in one of them opens the section. */
  readonly fieldPaths: readonly string[];
  readonly error: unknown;
  readonly children: ReactNode;
}

/** Opens a details element when a contained field has an API error or fails the browser's validation. */
export function useOpenOnError(hasError: boolean) {
  const ref = useRef<HTMLDetailsElement>(null);
  const openDetails = () => {
    if (ref.current) ref.current.open = true;
  };
  useEffect(() => {
    if (hasError && ref.current) ref.current.open = true;
  }, [hasError]);
  return { ref, onInvalidCapture: openDetails };
}

/** A collapsible section of a form for rarely used fields. The heading summarizes their values. */
export function Disclosure({ title, summary, fieldPaths, error, children }: Props) {
  const hasError = fieldPaths.some((path) => findFieldError(error, path) !== undefined);
  return (
    <details {...useOpenOnError(hasError)} className="rounded-md border">
      <summary className="px-3 py-2">
        <span className="font-medium">{title}</span>
        <span className="text-muted">{` · ${summary}`}</span>
      </summary>
      <div className="flex flex-col gap-4 border-t p-3">{children}</div>
    </details>
  );
}
