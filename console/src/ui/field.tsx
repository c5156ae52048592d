import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { ApiError } from '../lib/api-error.ts';
import { canFocusFirst } from '../lib/media-query.ts';
import { joinClassNames } from './class-names.ts';

const CONTROL_CLASS_NAME =
  'control min-h-(--control-height) w-full rounded-md border border-input bg-surface px-2.5 py-1 text-foreground shadow-sm placeholder:text-muted disabled:bg-surface-muted disabled:shadow-none aria-invalid:border-danger';

/** Props that all form fields share. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Path of the field in the request body, as in a 422 response: `name`, `active_revisions.1.weight`. */
  readonly path?: string;
  /** Error of the last submit. The field shows the part that matches `path`. */
  readonly error?: unknown;
}

/** Returns the validation messages of a field and of its descendants. */
export function findFieldError(error: unknown, path: string | undefined): string | undefined {
  if (!(error instanceof ApiError) || path === undefined) return undefined;
  const matches = [...error.fields].filter(([errorPath]) => errorPath === path || errorPath.startsWith(`${path}.`));
  return (
    matches
      .map(([errorPath, message]) => (errorPath === path ? message : `${errorPath.slice(path.length + 1)}: ${message}`))
      .join('; ') || undefined
  );
}

/**
 * Returns the validation error of a field until the user edits it. Attach `onChange` to the element around the field:
 * change events bubble to it.
 */
export function useFieldError(error: unknown, path: string | undefined) {
  const [dismissedError, setDismissedError] = useState<unknown>();
  return {
    fieldError: dismissedError === error ? undefined : findFieldError(error, path),
    onChange: () => setDismissedError(error),
  };
}

interface FieldErrorTextProps {
  readonly id?: string;
  /** Renders nothing if undefined. */
  readonly children: string | undefined;
}

/** Selector of the error texts inside a form. */
export const FIELD_ERROR_SELECTOR = '[data-field-error]';

/** The error text below a field. */
export function FieldErrorText({ id, children }: FieldErrorTextProps) {
  if (!children) return null;
  return (
    <p id={id} role="alert" data-field-error className="text-sm break-words text-danger">
      {children}
    </p>
  );
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
}

/** A form field with label, hint and error text. */
export function Field({
  label,
  hint,
  path,
  error,
  children,
}: FieldProps & { readonly children: (controlProps: ControlProps) => ReactNode }) {
  const id = useId();
  const { fieldError, onChange } = useFieldError(error, path);
  const descriptionIds = [hint !== undefined && `${id}-hint`, fieldError !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex flex-col gap-1.5" onChange={onChange}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': fieldError === undefined ? undefined : true,
        'aria-describedby': descriptionIds === '' ? undefined : descriptionIds,
        className: CONTROL_CLASS_NAME,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldErrorText id={`${id}-error`}>{fieldError}</FieldErrorText>
    </div>
  );
}

function splitFieldProps<T extends FieldProps>({ label, hint, path, error, ...controlAttributes }: T) {
  return [{ label, hint, ...(path === undefined ? {} : { path }), error }, controlAttributes] as const;
}

export function TextField(props: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const [fieldProps, { className, ...controlAttributes }] = splitFieldProps(props);
  return (
    <Field {...fieldProps}>
      {(controlProps) => (
        <input {...controlAttributes} {...controlProps} className={joinClassNames(controlProps.className, className)} />
      )}
    </Field>
  );
}

interface NameProps extends FieldProps {
  readonly readOnly?: boolean;
  readonly autoComplete?: string;
  /** Whether the field has the focus at first, on large screens. */
  readonly isFirst?: boolean;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** A text field for a name. */
export function NameField({ isFirst = false, onChange, ...controlAttributes }: NameProps) {
  return (
    <TextField
      autoFocus={isFirst && canFocusFirst()}
      path="name"
      required
      maxLength={200}
      {...controlAttributes}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function TextareaField(props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const [fieldProps, { className, ...controlAttributes }] = splitFieldProps(props);
  return (
    <Field {...fieldProps}>
      {(controlProps) => (
        <textarea
          rows={4}
          {...controlAttributes}
          {...controlProps}
          className={joinClassNames(controlProps.className, className)}
        />
      )}
    </Field>
  );
}

export function SelectField(props: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const [fieldProps, { className, children, ...controlAttributes }] = splitFieldProps(props);
  return (
    <Field {...fieldProps}>
      {(controlProps) => (
        <select {...controlAttributes} {...controlProps} className={joinClassNames(controlProps.className, className)}>
          {children}
        </select>
      )}
    </Field>
  );
}

interface CheckboxFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly path?: string;
  readonly error?: unknown;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function CheckboxField({ label, hint, path, error, checked, onChange, disabled = false }: CheckboxFieldProps) {
  const id = useId();
  const { fieldError, onChange: dismissError } = useFieldError(error, path);
  const checkbox = (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-[0.1875rem] size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        aria-invalid={fieldError === undefined ? undefined : true}
        aria-describedby={hint === undefined && fieldError === undefined ? undefined : id}
        onChange={(event) => {
          dismissError();
          onChange(event.target.checked);
        }}
      />
      {label}
    </label>
  );
  if (hint === undefined && fieldError === undefined) return checkbox;
  return (
    <div className="flex flex-col gap-1">
      {checkbox}
      <div id={id} className="ps-6 text-sm">
        {hint !== undefined && <p className="text-muted">{hint}</p>}
        <FieldErrorText>{fieldError}</FieldErrorText>
      </div>
    </div>
  );
}

interface CheckboxGroupFieldProps extends FieldProps {
  readonly options: readonly string[];
  readonly getLabel: (option: string) => string;
  readonly value: readonly string[];
  /** Called with undefined if nothing is selected. */
  readonly onChange: (selected: string[] | undefined) => void;
}

/** A group of checkboxes. */
export function CheckboxGroupField({
  label,
  hint,
  path,
  error,
  options,
  getLabel,
  value,
  onChange,
}: CheckboxGroupFieldProps) {
  const toggleOption = (option: string, isChecked: boolean) => {
    const selected = options.filter((each) => (each === option ? isChecked : value.includes(each)));
    onChange(selected.length === 0 ? undefined : selected);
  };
  const { fieldError, onChange: dismissError } = useFieldError(error, path);
  return (
    <fieldset className="flex flex-col gap-1" onChange={dismissError}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <CheckboxField
            key={option}
            label={getLabel(option)}
            checked={value.includes(option)}
            onChange={(isChecked) => toggleOption(option, isChecked)}
          />
        ))}
      </div>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      <FieldErrorText>{fieldError}</FieldErrorText>
    </fieldset>
  );
}
