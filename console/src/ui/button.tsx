import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { joinClassNames } from './class-names.ts';

type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  plain: 'border border-border-strong bg-surface text-foreground shadow-sm not-disabled:hover:bg-surface-muted',
  primary: 'border border-accent bg-accent text-accent-foreground shadow-sm not-disabled:hover:brightness-92',
  danger: 'border border-danger bg-danger text-danger-foreground shadow-sm not-disabled:hover:brightness-92',
  quiet: 'border border-transparent text-foreground not-disabled:hover:bg-surface-muted',
};

/** Returns the class names of a button, also for links styled as buttons. */
export function getButtonClassName(variant: ButtonVariant = 'plain', isSmall = false): string {
  return joinClassNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed',
    'disabled:border-border disabled:bg-surface-muted disabled:text-muted disabled:shadow-none',
    isSmall ? 'min-h-(--control-height-small) px-2 text-sm' : 'min-h-(--control-height) px-3',
    VARIANTS[variant],
  );
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly isSmall?: boolean;
  /** Disables the button and shows a spinner. */
  readonly isPending?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, Props>(function Button(
  { variant, isSmall, isPending = false, className, disabled, children, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      disabled={disabled === true || isPending}
      aria-busy={isPending || undefined}
      className={joinClassNames(getButtonClassName(variant, isSmall), className)}
    >
      {isPending && (
        <span
          aria-hidden
          className="size-3 motion-safe:animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  );
});
