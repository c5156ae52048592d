import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { joinClassNames } from './class-names.ts';

export type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  plain: 'border border-edge bg-raised text-text enabled:hover:bg-sunken',
  primary: 'border border-accent bg-accent text-on-accent enabled:hover:brightness-90',
  danger: 'border border-bad bg-bad text-on-bad enabled:hover:brightness-90',
  quiet: 'border border-transparent text-text enabled:hover:bg-sunken',
};

/** Returns the class names of a button, also for links styled as buttons. */
export function getButtonClassName(variant: ButtonVariant = 'plain', isSmall = false): string {
  return joinClassNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap disabled:cursor-not-allowed',
    'disabled:border-line disabled:bg-sunken disabled:text-quiet',
    isSmall ? 'min-h-7 px-2 text-sm' : 'min-h-9 px-3',
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
