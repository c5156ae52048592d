import { buttonClass } from './button.tsx';

interface Props {
  /** What the button says; also what the field is called. */
  readonly label: string;
  /** What stands before it: that files may be dropped. */
  readonly lead: string;
  readonly hint?: string;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly busy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Where files are dropped, or chosen. */
export function DropField({ label, lead, hint, accept, multiple = false, busy = false, onFiles }: Props) {
  return (
    <div className="relative flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-md border-2 border-dashed border-edge bg-raised p-3 text-center focus-within:outline-2 focus-within:outline-accent hover:border-accent">
      <p className="text-quiet">{lead}</p>
      <span aria-hidden className={buttonClass('plain', true)}>
        {label}
      </span>
      {hint !== undefined && <p className="basis-full text-sm text-quiet">{hint}</p>}
      {/* The browser's own field lies over all of it: it takes what is dropped as well as what is chosen. */}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        className="absolute inset-0 cursor-pointer opacity-0"
        disabled={busy}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
