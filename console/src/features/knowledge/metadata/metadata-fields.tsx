import { TextareaField, TextField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import type { MetadataField } from './filter.ts';
import type { Metadata, MetadataDraft } from './values.ts';

interface Props {
  readonly fields: readonly MetadataField[];
  readonly value: MetadataDraft;
  readonly error: unknown;
  readonly onChange: (draft: MetadataDraft) => void;
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Edits the metadata values of documents. */
export function MetadataFields({ fields, value, error, onChange }: Props) {
  return fields.map((field) => {
    const { key, type, description } = field;
    const text = value[key] ?? '';
    const props = {
      label: key,
      path: `metadata.${key}`,
      error,
      value: text,
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        onChange({ ...value, [key]: target.value }),
    };
    const hint = description === '' ? undefined : description;
    if (type === 'list')
      return <TextareaField key={key} {...props} hint={[description, w.ui.onePerLine].join(' ').trim()} rows={2} />;
    // A timestamp stays text, because a day cannot hold it.
    const inputType =
      type === 'number' ? 'number' : type === 'date' && (text === '' || DAY_PATTERN.test(text)) ? 'date' : 'text';
    return (
      <TextField key={key} {...props} hint={hint} type={inputType} step="any" maxLength={2000} autoComplete="off" />
    );
  });
}

/** Lists the metadata values of a document. Renders nothing if it has none. */
export function MetadataValues({
  fields,
  metadata,
}: {
  readonly fields: readonly MetadataField[];
  readonly metadata: Metadata;
}) {
  const entries = fields.flatMap(({ key }) => (metadata[key] === undefined ? [] : [[key, metadata[key]] as const]));
  if (entries.length === 0) return <p className="text-muted">{w.knowledge.noMetadata}</p>;
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,auto)_1fr]">
      {entries.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-sm break-words text-muted">{key}</dt>
          <dd dir="auto" className="min-w-0 break-words">
            {Array.isArray(value) ? value.join(', ') : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
