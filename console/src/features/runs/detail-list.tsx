import type { ReactNode } from 'react';

/** A list of named values. */
export function DetailList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">{children}</dl>;
}

/** A named value of a `DetailList`. */
export function DetailItem({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
