import { w } from '../words/index.ts';

/** Skeleton lines in place of content that is loading. */
export function Loading({ lineCount = 4 }: { readonly lineCount?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{w.ui.loading}</span>
      {Array.from({ length: lineCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are identical
        <Line key={index} />
      ))}
    </div>
  );
}

const Line = () => (
  <div aria-hidden data-skeleton className="h-4 motion-safe:animate-pulse rounded-md bg-surface-muted" />
);
