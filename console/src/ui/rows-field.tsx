import type { Setting } from '../lib/settings.ts';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { FieldProblem, problemAt, TextField } from './field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly at: string;
  readonly error: unknown;
  readonly columns: readonly Setting[];
  /** What a column is called. */
  readonly say: (column: string) => string;
  readonly value: unknown;
  readonly onChange: (rows: readonly Row[] | undefined) => void;
}

type Row = Readonly<Record<string, string>>;

/** A list of things that are each a few texts: a field for every text, a line for every thing. */
export function RowsField({ label, hint, at, error, columns, say, value, onChange }: Props) {
  const rows = (value as readonly Row[] | undefined) ?? [];
  const change = (next: readonly Row[]) => onChange(next.length === 0 ? undefined : next);
  const set = (place: number, row: Row | undefined) =>
    change(rows.flatMap((each, i) => (i !== place ? [each] : row ? [row] : [])));
  const problem = rows.length === 0 ? problemAt(error, at) : undefined;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {hint !== undefined && <p className="text-sm text-quiet">{hint}</p>}
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
        <div key={place} className="flex items-end gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-2">
            {columns.map(({ name, required = false }) => (
              <TextField
                key={name}
                label={say(name)}
                at={`${at}.${place}.${name}`}
                error={error}
                required={required}
                value={row[name] ?? ''}
                onChange={(event) => {
                  const { [name]: _, ...others } = row;
                  set(place, event.target.value === '' ? others : { ...row, [name]: event.target.value });
                }}
              />
            ))}
          </div>
          <Button look="quiet" aria-label={w.ui.dropRow(place + 1)} onClick={() => set(place, undefined)}>
            <span aria-hidden>✕</span>
          </Button>
        </div>
      ))}
      <FieldProblem>{problem}</FieldProblem>
      <div>
        <Button small onClick={() => change([...rows, {}])}>
          {w.ui.addRow}
        </Button>
      </div>
    </fieldset>
  );
}
