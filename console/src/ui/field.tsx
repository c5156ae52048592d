import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { Failure } from '../lib/failure.ts';
import { classes } from './classes.ts';

const BOX =
  'min-h-[2.4rem] w-full rounded-md border border-edge bg-raised px-2.5 py-1.5 text-text placeholder:text-quiet disabled:bg-sunken aria-invalid:border-bad';

/** What every field has beside what is typed into it. */
export interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Where the field stands in the body, as a 422 names it: `name`, `active_revisions.1.weight`. */
  readonly at?: string;
  /** What the last try was refused with; what it says of this field is shown beside it. */
  readonly error?: unknown;
}

/** What a refused try says of a field, and of what is below it. */
export function problemAt(error: unknown, at: string | undefined): string | undefined {
  if (!(error instanceof Failure) || at === undefined) return undefined;
  const below = [...error.fields].filter(([place]) => place === at || place.startsWith(`${at}.`));
  return (
    below
      .map(([place, message]) => (place === at ? message : `${place.slice(at.length + 1)}: ${message}`))
      .join('; ') || undefined
  );
}

/**
 * What a refused try says of a field until the field is changed: then nobody knows it before the next try. `onChange` is for
 * the element around the field, which hears of every change within it.
 */
export function useProblem(error: unknown, at: string | undefined) {
  const [changedAfter, setChangedAfter] = useState<unknown>();
  return {
    problem: changedAfter === error ? undefined : problemAt(error, at),
    onChange: () => setChangedAfter(error),
  };
}

interface ProblemProps {
  readonly id?: string;
  /** Nothing is shown where nothing is wrong. */
  readonly children: string | undefined;
}

/** What finds in a form what is wrong with its fields. */
export const PROBLEM = '[data-problem]';

/** What is wrong with a field, below it. */
export function FieldProblem({ id, children }: ProblemProps) {
  if (!children) return null;
  return (
    <p id={id} role="alert" data-problem className="text-sm break-words text-bad">
      {children}
    </p>
  );
}

interface Given {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
}

/** A field with its label, its hint and what is wrong with it. */
export function Frame({
  label,
  hint,
  at,
  error,
  children,
}: Labelled & { readonly children: (given: Given) => ReactNode }) {
  const id = useId();
  const { problem, onChange } = useProblem(error, at);
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="flex flex-col gap-1" onChange={onChange}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
        className: BOX,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>
    </div>
  );
}

function split<T extends Labelled>({ label, hint, at, error, ...rest }: T) {
  return [{ label, hint, ...(at === undefined ? {} : { at }), error }, rest] as const;
}

export function TextField(props: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const [frame, { className, ...rest }] = split(props);
  return (
    <Frame {...frame}>
      {(given) => <input {...rest} {...given} className={classes(given.className, className)} />}
    </Frame>
  );
}

interface NameProps extends Labelled {
  readonly readOnly?: boolean;
  readonly autoComplete?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Asks what something is called. */
export function NameField({ onChange, ...rest }: NameProps) {
  return <TextField at="name" required maxLength={200} {...rest} onChange={(event) => onChange(event.target.value)} />;
}

export function LongField(props: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const [frame, { className, ...rest }] = split(props);
  return (
    <Frame {...frame}>
      {(given) => <textarea rows={4} {...rest} {...given} className={classes(given.className, className)} />}
    </Frame>
  );
}

export function SelectField(props: Labelled & SelectHTMLAttributes<HTMLSelectElement>) {
  const [frame, { className, children, ...rest }] = split(props);
  return (
    <Frame {...frame}>
      {(given) => (
        <select {...rest} {...given} className={classes(given.className, className)}>
          {children}
        </select>
      )}
    </Frame>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly at?: string;
  readonly error?: unknown;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function CheckField({ label, hint, at, error, checked, onChange, disabled = false }: CheckProps) {
  const id = useId();
  const { problem, onChange: judge } = useProblem(error, at);
  const box = (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={hint === undefined && problem === undefined ? undefined : id}
        onChange={(event) => {
          judge();
          onChange(event.target.checked);
        }}
      />
      {label}
    </label>
  );
  if (hint === undefined && problem === undefined) return box;
  return (
    <div className="flex flex-col gap-1">
      {box}
      <div id={id} className="ps-6 text-sm">
        {hint !== undefined && <p className="text-quiet">{hint}</p>}
        <FieldProblem>{problem}</FieldProblem>
      </div>
    </div>
  );
}

interface ChoicesProps extends Labelled {
  readonly options: readonly string[];
  /** What an option is called. */
  readonly say: (option: string) => string;
  readonly value: readonly string[];
  /** Undefined where none is chosen. */
  readonly onChange: (chosen: string[] | undefined) => void;
}

/** Asks for some of several words. */
export function ChoicesField({ label, hint, at, error, options, say, value, onChange }: ChoicesProps) {
  const choose = (option: string, on: boolean) => {
    const chosen = options.filter((each) => (each === option ? on : value.includes(each)));
    onChange(chosen.length === 0 ? undefined : chosen);
  };
  const { problem, onChange: judge } = useProblem(error, at);
  return (
    <fieldset className="flex flex-col gap-1" onChange={judge}>
      <legend className="font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <CheckField
            key={option}
            label={say(option)}
            checked={value.includes(option)}
            onChange={(on) => choose(option, on)}
          />
        ))}
      </div>
      {hint !== undefined && <p className="text-sm text-quiet">{hint}</p>}
      <FieldProblem>{problem}</FieldProblem>
    </fieldset>
  );
}
