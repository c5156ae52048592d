import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  /** Hides the heading visually where the screen's title repeats it. */
  readonly hidesTitle?: boolean;
  readonly children: ReactNode;
}

/** A section of a screen with a heading. */
export function Section({ title, hint, actions, hidesTitle = false, children }: Props) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className={hidesTitle ? 'sr-only' : 'min-w-0 flex-1 text-lg font-semibold'}>{title}</h2>
        {hidesTitle && hint && <p className="min-w-0 flex-1 basis-80 text-muted">{hint}</p>}
        {actions}
      </div>
      {!hidesTitle && hint && <p className="-mt-2 max-w-prose text-muted">{hint}</p>}
      {children}
    </section>
  );
}
