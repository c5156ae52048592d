import { useQuery } from '@tanstack/react-query';
import { getRevisionLabel } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type AttachableItem, type PinnableKind, pinnableRevisionsQuery } from './attachable.ts';

interface Props {
  readonly label: string;
  readonly kind: PinnableKind;
  readonly item: Pick<AttachableItem, 'id' | 'isFromCatalog'>;
  /** ID of the pinned revision; null for the active one. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: unknown;
  readonly path?: string;
}

/** Selects a pinned revision of an agent or skill, or the active one. */
export function RevisionField({ label, kind, item, value, onChange, ...fieldProps }: Props) {
  const { data: revisions = [], error } = useQuery(pinnableRevisionsQuery(useScope(), kind, item));
  return (
    <>
      {error && <ErrorAlert error={error} />}
      <SelectField
        label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        {...fieldProps}
      >
        <option value="">{w.agents.activeRevision}</option>
        {[...new Set([...revisions.map(({ id }) => id), ...(value === null ? [] : [value])])].map((id) => (
          <option key={id} value={id}>
            {getRevisionLabel({ id }, revisions)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
