import { type FormHTMLAttributes, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Failed } from './failed.tsx';
import { PROBLEM, problemAt } from './field.tsx';

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => void;
}

/** Fields that are sent together. The page sends them; the browser goes nowhere. */
export function Form({ onSubmit, className = 'flex flex-col gap-4', ...rest }: Props) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      {...rest}
    />
  );
}

interface RefusedProps {
  /** What the last try was refused with. */
  readonly error: unknown;
  /** Places of the fields that say themselves what is wrong with them, where that is not to be seen in the form. */
  readonly fields?: readonly string[];
  readonly onRetry?: () => void;
}

/** What went wrong with a try and no field of the form says. Where one says it, the first of those is gone to. */
export function Refused({ error, fields = [], onRetry }: RefusedProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const [saidInForm, setSaidInForm] = useState<unknown>();
  useLayoutEffect(() => {
    if (error && mark.current?.closest('form')?.querySelector(PROBLEM)) setSaidInForm(error);
  }, [error]);
  // After the folds have opened that hold a field.
  useEffect(() => {
    if (error) mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const isSaid = saidInForm === error || fields.some((at) => problemAt(error, at) !== undefined);
  return (
    <>
      <span ref={mark} hidden />
      {error && !isSaid ? <Failed error={error} onRetry={onRetry} /> : null}
    </>
  );
}
