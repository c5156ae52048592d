import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Plus, X } from '../../../ui/icons.ts';
import { w } from '../../../words/index.ts';
import {
  FIELD_TYPES,
  type FieldType,
  type FormatField,
  findFreeKey,
  isRecord,
  type OutputFormat,
  toFieldType,
  toFormField,
  withEntry,
  withMember,
} from './format.ts';

interface Props {
  readonly format: OutputFormat;
  readonly onChange: (format: OutputFormat) => void;
}

/** Edits the keys of an output format. What it cannot show stays as it is. */
export function SchemaForm({ format, onChange }: Props) {
  const entries = Object.entries(format);
  return (
    <div className="flex flex-col gap-3">
      {entries.map(([key, value], index) => (
        <SchemaRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the key changes while it is edited
          key={index}
          name={key}
          value={value}
          isTaken={(name) => name !== key && Object.hasOwn(format, name)}
          onChange={(entry) => onChange(withEntry(format, index, entry))}
        />
      ))}
      <div>
        <Button isSmall onClick={() => onChange({ ...format, [findFreeKey(format)]: 'string' })}>
          <Plus className="size-4" /> {w.builder.schema.add}
        </Button>
      </div>
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: unknown;
  readonly isTaken: (name: string) => boolean;
  readonly onChange: (entry: readonly [string, unknown] | undefined) => void;
}

const KEY_PATTERN = '[a-zA-Z0-9_.\\-]{1,64}';

function SchemaRow({ name, value, isTaken, onChange }: RowProps) {
  // A name that another key has stays here until it is unique.
  const [pendingName, setPendingName] = useState<string>();
  const field = toFormField(value);
  const changeName = (next: string) => {
    if (next === '' || isTaken(next)) return setPendingName(next);
    setPendingName(undefined);
    onChange([next, value]);
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="sr-only">{w.builder.schema.field({ name })}</legend>
      <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
        <TextField
          label={w.builder.schema.name}
          hint={pendingName === undefined || pendingName === '' ? undefined : w.builder.schema.taken}
          required
          pattern={KEY_PATTERN}
          spellCheck={false}
          className="font-mono"
          value={pendingName ?? name}
          onChange={({ target }) => changeName(target.value)}
        />
        {field ? <TypeField field={field} onChange={(next) => onChange([name, next])} /> : <span />}
        <Button
          variant="quiet"
          className="mt-6"
          aria-label={w.builder.schema.remove({ name })}
          onClick={() => onChange(undefined)}
        >
          <X className="size-4" />
        </Button>
      </div>
      {field ? (
        <FieldDetails field={field} onChange={(next) => onChange([name, next])} />
      ) : (
        <>
          <pre className="overflow-x-auto font-mono text-sm">{JSON.stringify(value, null, 2)}</pre>
          <p className="text-sm text-muted">{w.builder.schema.onlyJson}</p>
        </>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly field: FormatField;
  readonly onChange: (field: unknown) => void;
}

const TYPES = Object.keys(FIELD_TYPES) as FieldType[];

function TypeField({ field, onChange }: FieldProps) {
  return (
    <SelectField
      label={w.builder.schema.type}
      value={toFieldType(field.type) ?? ''}
      onChange={({ target }) => {
        // Members of another type would be refused.
        const { item_type: _, nested_structure: __, ...rest } = field;
        onChange(withMember(rest, 'type', target.value));
      }}
    >
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {w.builder.schema.types[type]}
        </option>
      ))}
    </SelectField>
  );
}

function FieldDetails({ field, onChange }: FieldProps) {
  const type = toFieldType(field.type);
  const itemType = toFieldType(field.item_type);
  const valueType = type === 'list' ? itemType : type;
  const { nested_structure: nested } = field;
  return (
    <>
      {type === 'list' && (
        <SelectField
          label={w.builder.schema.itemType}
          value={itemType ?? ''}
          onChange={({ target }) => {
            const { nested_structure: _, ...rest } = field;
            onChange(withMember(rest, 'item_type', target.value || undefined));
          }}
        >
          <option value="">{w.builder.schema.anyType}</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {w.builder.schema.types[each]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={w.builder.schema.description}
        value={String(field.description ?? '')}
        onChange={({ target }) => onChange(withMember(field, 'description', target.value || undefined))}
      />
      {valueType === 'string' && <OptionsField field={field} onChange={onChange} />}
      {valueType === 'object' && (
        <div className="flex flex-col gap-2 border-s-2 ps-3">
          <p className="text-sm font-medium">{w.builder.schema.nested}</p>
          <SchemaForm
            format={isRecord(nested) ? nested : {}}
            onChange={(next) =>
              onChange(withMember(field, 'nested_structure', Object.keys(next).length === 0 ? undefined : next))
            }
          />
        </div>
      )}
    </>
  );
}

/** Allowed values, separated by commas. Keeps the typed text while it means the same. */
function OptionsField({ field, onChange }: FieldProps) {
  const options = (field.options as readonly string[] | undefined) ?? [];
  const [text, setText] = useState(options.join(', '));
  const parse = (typed: string) =>
    typed
      .split(',')
      .map((option) => option.trim())
      .filter(Boolean);
  const isInSync = JSON.stringify(parse(text)) === JSON.stringify(options);
  // An option with a comma has no place in this text.
  if (options.some((option) => option.includes(',')))
    return <p className="text-sm text-muted">{w.builder.schema.onlyJsonOptions}</p>;
  return (
    <TextField
      label={w.builder.schema.options}
      hint={w.builder.schema.optionsHint}
      value={isInSync ? text : options.join(', ')}
      onChange={({ target }) => {
        setText(target.value);
        const next = parse(target.value);
        onChange(withMember(field, 'options', next.length === 0 ? undefined : next));
      }}
    />
  );
}
