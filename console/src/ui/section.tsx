import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly acts?: ReactNode;
  /** The title of the screen says the same: the heading is not seen. */
  readonly titled?: boolean;
  readonly children: ReactNode;
}

/** A part of a screen under its own heading. */
export function Section({ title, hint, acts, titled = false, children }: Props) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className={titled ? 'sr-only' : 'min-w-0 flex-1 font-semibold'}>{title}</h2>
        {titled && hint && <p className="min-w-0 flex-1 basis-80 text-quiet">{hint}</p>}
        {acts}
      </div>
      {!titled && hint && <p className="text-quiet">{hint}</p>}
      {children}
    </section>
  );
}
