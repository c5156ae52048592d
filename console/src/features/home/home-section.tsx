import type { ReactNode } from 'react';
import { joinClassNames } from '../../ui/class-names.ts';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  /** Spans the full width of the page. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A section of the home screen. */
export function HomeSection({ title, action, isWide, children }: Props) {
  return (
    <section
      aria-label={title}
      className={joinClassNames('flex flex-col gap-2 rounded-lg border bg-surface p-4', isWide && 'lg:col-span-2')}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
