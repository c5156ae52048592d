import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the home screen. */
export function HomeSection({ title, action, children }: Props) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
