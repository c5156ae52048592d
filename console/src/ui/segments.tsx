interface Props<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** Selects one of a few views. */
export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <fieldset className="flex rounded-md border border-border-strong bg-surface p-0.5 shadow-sm">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className="min-h-6 rounded px-2 text-sm text-muted transition-colors aria-pressed:bg-surface-muted aria-pressed:font-medium aria-pressed:text-foreground"
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
