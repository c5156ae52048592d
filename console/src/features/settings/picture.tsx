import { TextField } from '../../ui/field.tsx';
import { Refused } from '../../ui/form.tsx';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly url: string | null;
  /** What stands in its place while there is none. */
  readonly none: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onChoose: (file: File) => void;
}

/** A picture; another one is taken as soon as it is chosen. */
export function Picture({ label, hint, url, none, busy, error, onChoose }: Props) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      {url ? (
        // Pages load pictures from their own host alone, by whatever name it was reached.
        <img src={new URL(url).pathname} alt="" className="size-16 rounded-full border object-cover" />
      ) : (
        <span className="grid size-16 place-items-center rounded-full border bg-sunken p-1 text-center text-xs text-quiet">
          {none}
        </span>
      )}
      <div className="min-w-56 flex-1">
        <TextField
          label={label}
          hint={hint}
          at="file"
          error={error}
          type="file"
          accept="image/jpeg,image/png,image/gif"
          disabled={busy}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChoose(file);
            target.value = '';
          }}
        />
        <Refused error={error} fields={['file']} />
      </div>
    </div>
  );
}
