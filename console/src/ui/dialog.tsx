import { type ReactNode, useEffect, useId, useRef } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `side` stands at the edge and leaves the list beside it to be seen. */
  readonly place?: 'middle' | 'side';
  /** Whether Esc and the cross close it; what must be answered has none. */
  readonly closes?: boolean;
  /** Whether the keys of the page go on to act. */
  readonly pageKeys?: boolean;
}

const PLACES = {
  middle: 'm-auto w-[min(40rem,calc(100vw-2rem))] rounded-lg',
  side: 'my-0 me-0 ms-auto h-dvh max-h-dvh w-[min(48rem,100vw)] max-w-none',
} as const;

/** A dialog of the browser's own: it keeps the focus, and gives it back; the rest of the page is inert. */
export function Dialog({ title, onClose, children, place = 'middle', closes = true, pageKeys }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // The browser would begin at the cross; who is asked for something begins there.
    dialog?.querySelector<HTMLElement>('[data-body] :is(input, textarea, select)')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      data-page-keys={pageKeys || undefined}
      className={classes('border border-line bg-raised p-0 text-text shadow-xl backdrop:bg-black/40', PLACES[place])}
      onCancel={(event) => {
        event.preventDefault();
        if (closes) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b bg-raised px-4 py-2.5">
        <h2 id={titleId} className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </h2>
        {closes && (
          <Button look="quiet" small onClick={onClose} aria-label={w.ui.close}>
            <span aria-hidden>✕</span>
          </Button>
        )}
      </header>
      <div data-body className="p-4">
        {children}
      </div>
    </dialog>
  );
}
