import type { FormHTMLAttributes } from 'react';
import { Failed } from './failed.tsx';
import { problemAt } from './field.tsx';

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
  /** Places of the fields that say themselves what is wrong with them. */
  readonly fields: readonly string[];
  readonly onRetry?: () => void;
}

/** What went wrong with a try and no field of the form says. */
export function Refused({ error, fields, onRetry }: RefusedProps) {
  if (!error || fields.some((at) => problemAt(error, at) !== undefined)) return null;
  return <Failed error={error} onRetry={onRetry} />;
}
