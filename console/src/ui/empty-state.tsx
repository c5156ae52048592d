import type { ReactNode } from 'react';
import { joinClassNames } from './class-names.ts';
import { Inbox, type LucideIcon } from './icons.ts';

interface Props {
  readonly title: string;
  /** Sign of what is missing. */
  readonly icon?: LucideIcon;
  /** Takes little height, for a part of a screen. */
  readonly isSmall?: boolean;
  /** One sentence about what appears here. */
  readonly children?: ReactNode;
  /** The button or link of the next step. */
  readonly action?: ReactNode;
}

/** Placeholder of an empty list that suggests the next step. */
export function EmptyState({ title, icon: Icon = Inbox, isSmall = false, children, action }: Props) {
  return (
    <div
      className={joinClassNames(
        'flex w-full flex-col items-center gap-2 rounded-lg border bg-surface px-4 text-center',
        isSmall ? 'py-6' : 'py-14',
      )}
    >
      {!isSmall && (
        <span className="mb-2 flex size-11 items-center justify-center rounded-lg bg-surface-muted text-muted">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <p className={isSmall ? 'font-medium' : 'text-lg font-semibold'}>{title}</p>
      {children && <div className="max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}
