import { type ReactNode, useEffect, useId, useRef } from 'react';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { joinClassNames } from './class-names.ts';
import { X } from './icons.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `side` is a panel at the edge that leaves the list visible. */
  readonly placement?: 'middle' | 'side';
  /** Whether Esc and the close button close the dialog. */
  readonly isDismissible?: boolean;
  /** Whether the page's keyboard shortcuts stay active. */
  readonly enablesShortcuts?: boolean;
}

const PLACEMENTS = {
  middle: 'm-auto w-[min(36rem,calc(100vw-2rem))] rounded-xl',
  side: 'my-0 me-0 ms-auto h-dvh max-h-dvh w-[min(48rem,100%)] max-w-none',
} as const;

/** A native modal dialog: it traps the focus, restores it on close and makes the rest of the page inert. */
export function Dialog({
  title,
  onClose,
  children,
  placement = 'middle',
  isDismissible = true,
  enablesShortcuts,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const previousFocus = document.activeElement;
    dialog?.showModal();
    // The browser would focus the close button; the first field is more useful.
    dialog?.querySelector<HTMLElement>('[data-body] :is(input, textarea, select)')?.focus();
    return () => {
      dialog?.close();
      // The button of an empty list is gone once the list has its first item.
      const target = previousFocus?.isConnected ? previousFocus : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      data-enables-shortcuts={enablesShortcuts || undefined}
      className={joinClassNames(
        'border border-border-strong bg-surface p-0 text-foreground shadow-xl backdrop:bg-black/45',
        PLACEMENTS[placement],
      )}
      onCancel={(event) => {
        event.preventDefault();
        if (isDismissible) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b bg-surface px-5 py-3">
        <h2 id={titleId} className="min-w-0 flex-1 truncate font-semibold">
          {title}
        </h2>
        {isDismissible && (
          <Button variant="quiet" isSmall onClick={onClose} aria-label={w.ui.close}>
            <X className="size-4" />
          </Button>
        )}
      </header>
      <div data-body className="p-5">
        {children}
      </div>
    </dialog>
  );
}
