import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { classes } from './classes.ts';

export type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const LOOKS: Readonly<Record<Look, string>> = {
  plain: 'border border-edge bg-raised text-text enabled:hover:bg-sunken',
  primary: 'border border-accent bg-accent text-on-accent enabled:hover:brightness-90',
  danger: 'border border-bad bg-bad text-on-bad enabled:hover:brightness-90',
  quiet: 'border border-transparent text-text enabled:hover:bg-sunken',
};

/** How a button looks; links that act like one look the same. */
export function buttonClass(look: Look = 'plain', small = false): string {
  return classes(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap disabled:cursor-not-allowed',
    'disabled:border-line disabled:bg-sunken disabled:text-quiet',
    small ? 'min-h-7 px-2 text-sm' : 'min-h-9 px-3',
    LOOKS[look],
  );
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly small?: boolean;
  /** What was asked for is under way: the button stays, says so, and cannot be pressed again. */
  readonly busy?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, Props>(function Button(
  { look, small, busy = false, className, disabled, children, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(buttonClass(look, small), className)}
    >
      {busy && (
        <span
          aria-hidden
          className="size-3 motion-safe:animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
});
