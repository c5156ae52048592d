import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLive } from '../lib/live-changes.ts';

const HelpLink = lazy(() => import('../features/shell/help-link.tsx'));

interface Props {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Layout of a screen: the title, which also names the browser tab and receives the initial focus, a link to help, and
 * the content.
 */
export function Page({ title, actions, children }: Props) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useLayoutEffect(() => {
    // Keyboard users continue from the title. A field with autofocus keeps the focus.
    if (document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex w-full flex-col gap-(--page-gap) p-4 md:px-6 md:py-5">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="me-auto flex min-w-0 items-center gap-1">
          <h1 ref={headingRef} tabIndex={-1} className="min-w-0 text-xl font-semibold tracking-tight break-words">
            {title}
          </h1>
          <span className="size-8 shrink-0">
            <Suspense>
              <HelpLink />
            </Suspense>
          </span>
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}

/** Sets the title of the browser tab, with the number of pending approvals. */
export function useTitle(title: string): void {
  const pendingCount = useLive().counts?.approval_request?.pending ?? 0;
  useEffect(() => {
    document.title = `${pendingCount > 0 ? `(${pendingCount}) ` : ''}${title} · Holdfast`;
  }, [title, pendingCount]);
}
