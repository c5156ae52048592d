import { w } from '../words/index.ts';

/** Stands where something is being read: lines of the shape of what comes. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{w.ui.loading}</span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={at} aria-hidden className="h-4 motion-safe:animate-pulse rounded bg-line" />
      ))}
    </div>
  );
}
