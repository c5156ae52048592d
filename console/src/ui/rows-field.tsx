import type { Setting } from '../lib/settings.ts';
import { w } from '../words/index.ts';
import { Button } from './button.tsx';
import { FieldErrorText, findFieldError, TextField } from './field.tsx';
import { X } from './icons.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly error: unknown;
  readonly columns: readonly Setting[];
  readonly getLabel: (column: string) => string;
  readonly value: unknown;
  readonly onChange: (rows: readonly Row[] | undefined) => void;
}

type Row = Readonly<Record<string, string>>;

/** A list of rows with one text field per column. */
export function RowsField({ label, hint, path, error, columns, getLabel, value, onChange }: Props) {
  const rows = (value as readonly Row[] | undefined) ?? [];
  const updateRows = (nextRows: readonly Row[]) => onChange(nextRows.length === 0 ? undefined : nextRows);
  const updateRow = (index: number, row: Row | undefined) =>
    updateRows(rows.flatMap((current, currentIndex) => (currentIndex !== index ? [current] : row ? [row] : [])));
  const fieldError = rows.length === 0 ? findFieldError(error, path) : undefined;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID
        <div key={index} className="flex items-end gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-2">
            {columns.map(({ name, required = false }) => (
              <TextField
                key={name}
                label={getLabel(name)}
                path={`${path}.${index}.${name}`}
                error={error}
                required={required}
                value={row[name] ?? ''}
                onChange={(event) => {
                  const { [name]: _, ...otherColumns } = row;
                  updateRow(index, event.target.value === '' ? otherColumns : { ...row, [name]: event.target.value });
                }}
              />
            ))}
          </div>
          <Button
            variant="quiet"
            aria-label={w.ui.removeRow({ n: index + 1 })}
            onClick={() => updateRow(index, undefined)}
          >
            <X className="size-4" />
          </Button>
        </div>
      ))}
      <FieldErrorText>{fieldError}</FieldErrorText>
      <div>
        <Button isSmall onClick={() => updateRows([...rows, {}])}>
          {w.ui.addRow}
        </Button>
      </div>
    </fieldset>
  );
}
