import { type FormHTMLAttributes, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ErrorAlert } from './error-alert.tsx';
import { FIELD_ERROR_SELECTOR, findFieldError } from './field.tsx';

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => void;
}

/** A form that calls `onSubmit` instead of the browser's navigation. Ctrl+Enter presses its button from any field. */
export function Form({ onSubmit, className = 'flex flex-col gap-4', ...rest }: Props) {
  return (
    <form
      className={className}
      onKeyDown={pressSubmitButton}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      {...rest}
    />
  );
}

function pressSubmitButton(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const { target, currentTarget } = event;
  // A dialog that a form opens is part of the form, but its keys are not meant for it.
  if (target instanceof Element && target.closest('dialog') !== currentTarget.closest('dialog')) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}

interface FormErrorProps {
  /** Error of the last submit. */
  readonly error: unknown;
  /** Paths of fields that show their own errors but are not in this form's DOM. */
  readonly fieldPaths?: readonly string[];
  readonly onRetry?: () => void;
}

/** Shows an error that no field of the form shows, and focuses the first invalid field. */
export function FormError({ error, fieldPaths = [], onRetry }: FormErrorProps) {
  const markerRef = useRef<HTMLSpanElement>(null);
  const [errorShownByField, setErrorShownByField] = useState<unknown>();
  useLayoutEffect(() => {
    if (error && markerRef.current?.closest('form')?.querySelector(FIELD_ERROR_SELECTOR)) setErrorShownByField(error);
  }, [error]);
  // Runs after the effects that open collapsed sections.
  useEffect(() => {
    if (error) markerRef.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const isShownByField =
    errorShownByField === error || fieldPaths.some((path) => findFieldError(error, path) !== undefined);
  return (
    <>
      <span ref={markerRef} hidden />
      {error && !isShownByField ? <ErrorAlert error={error} onRetry={onRetry} /> : null}
    </>
  );
}
