import type { ReactNode } from 'react';
import { joinClassNames } from '../../ui/class-names.ts';

interface Props {
  readonly title: string;
  readonly more?: ReactNode;
  /** Whether it has the width of the page. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A part of the first page. */
export function Section({ title, more, wide, children }: Props) {
  return (
    <section
      aria-label={title}
      className={joinClassNames('flex flex-col gap-2 rounded-lg border bg-raised p-4', wide && 'lg:col-span-2')}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {more}
      </div>
      {children}
    </section>
  );
}
