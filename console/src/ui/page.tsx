import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLive } from '../lib/live.ts';

interface Props {
  readonly title: string;
  /** What stands beside the title: the page's acts. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its title, which is the browser's too and has the focus when the screen opens, and what is below. */
export function Page({ title, acts, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useLayoutEffect(() => {
    // Who came by keyboard goes on from here; a field of the screen that asked for the focus keeps it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="me-auto min-w-0 text-xl font-semibold break-words">
          {title}
        </h1>
        {acts}
      </div>
      {children}
    </div>
  );
}

/** The title of the browser's tab, with how many approvals wait. */
export function useTitle(title: string): void {
  const waiting = useLive().counts?.approval_request?.pending ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Holdfast`;
  }, [title, waiting]);
}
