import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

interface Props {
  /** Shown until the part is loaded, and instead of a part that fails. */
  readonly fallback?: ReactNode;
  /** Another key renders a failed part again. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

/** Shows a part that loads later. If its script cannot be loaded, the rest of the page stays usable. */
export function Optional({ fallback = null, resetKey = '', children }: Props) {
  return (
    <CatchBoundary getResetKey={() => resetKey} errorComponent={() => fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}
