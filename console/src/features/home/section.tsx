import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the first page. */
export function Section({ title, more, children }: Props) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-lg border bg-raised p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
