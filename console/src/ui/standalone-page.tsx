import type { ReactNode } from 'react';
import { useTitle } from './page.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A centered page outside the shell, for a single task. */
export function StandalonePage({ title, children }: Props) {
  useTitle(title);
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 p-4">
      <p className="flex items-center gap-2 font-semibold text-muted">
        <img src="/favicon.svg" alt="" className="size-6" /> Holdfast
      </p>
      <div className="flex flex-col gap-5 rounded-lg border bg-surface p-6">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
