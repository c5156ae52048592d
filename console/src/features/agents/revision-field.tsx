import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { type KeptKind, type Known, keepable } from './attachable.ts';

interface Props {
  readonly label: string;
  readonly kind: KeptKind;
  readonly of: Pick<Known, 'id' | 'isCommon'>;
  /** Id of the revision that is kept to; null for the one that serves. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: unknown;
  readonly path?: string;
}

/** Asks for the revision of an agent or a skill that is kept to, or for whichever serves. */
export function RevisionField({ label, kind, of, value, onChange, ...refusal }: Props) {
  const { data = [], error } = useQuery(keepable(useScope(), kind, of));
  return (
    <>
      {error && <ErrorAlert error={error} />}
      <SelectField
        label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        {...refusal}
      >
        <option value="">{w.agents.servingRevision}</option>
        {[...new Set([...data, ...(value === null ? [] : [value])])].map((id) => (
          <option key={id} value={id}>
            {toRevisionLabel({ id })}
          </option>
        ))}
      </SelectField>
    </>
  );
}
