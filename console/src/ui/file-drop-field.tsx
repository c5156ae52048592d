import { getButtonClassName } from './button.tsx';

interface Props {
  /** Button text and accessible name. */
  readonly label: string;
  /** Text before the button that invites to drop files. */
  readonly prompt: string;
  readonly hint?: string;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly isPending?: boolean;
  readonly onSelectFiles: (files: readonly File[]) => void;
}

/** A field that accepts files by drop or by selection. */
export function FileDropField({
  label,
  prompt,
  hint,
  accept,
  multiple = false,
  isPending = false,
  onSelectFiles,
}: Props) {
  return (
    <div className="relative flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-md border-2 border-dashed border-input bg-surface p-3 text-center focus-within:outline-2 focus-within:outline-accent hover:border-accent">
      <p className="text-muted">{prompt}</p>
      <span aria-hidden className={getButtonClassName('plain', true)}>
        {label}
      </span>
      {hint !== undefined && <p className="basis-full text-sm text-muted">{hint}</p>}
      {/* The native input covers the whole area and handles both drop and selection. */}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        className="absolute inset-0 cursor-pointer opacity-0"
        disabled={isPending}
        onChange={(event) => {
          onSelectFiles([...(event.target.files ?? [])]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
