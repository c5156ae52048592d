import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** One sentence about what appears here. */
  readonly children?: ReactNode;
  /** The button or link of the next step. */
  readonly action?: ReactNode;
}

/** Placeholder of an empty list that suggests the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-2 px-4 py-16 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}
