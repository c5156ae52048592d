import type { ReactNode } from 'react';
import { Copyable } from './copyable.tsx';

interface Props {
  readonly title: string;
  readonly children?: ReactNode;
  /** Shell command that performs the next step without the console. */
  readonly command?: string;
}

/** Placeholder of an empty list that suggests the next step. */
export function EmptyState({ title, children, command }: Props) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-2 px-4 py-16 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {command && <Copyable text={command} className="max-w-full" />}
    </div>
  );
}
