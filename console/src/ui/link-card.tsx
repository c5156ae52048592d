import type { ReactNode } from 'react';
import type { LucideIcon } from './icons.ts';

interface Props {
  readonly icon: LucideIcon;
  readonly hint: string;
  /** The link. The whole card leads to its target. */
  readonly children: ReactNode;
}

/** An item of a list of places to go: a sign, a link and what is there. */
export function LinkCard({ icon: Icon, hint, children }: Props) {
  return (
    <li className="relative flex gap-3 rounded-lg border bg-surface p-4 shadow-sm transition-colors hover:border-border-strong [&_a]:font-medium [&_a]:after:absolute [&_a]:after:inset-0 [&_a]:after:rounded-lg">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-0.5">
        {children}
        <p className="text-sm text-muted">{hint}</p>
      </div>
    </li>
  );
}
