import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useScope } from '../../../lib/session.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { modelsQuery } from '../../models/queries.ts';
import { exclude, type Owner, type RuleKind, readModelsAgain } from './queries.ts';

const KINDS: readonly RuleKind[] = ['model_id', 'provider', 'vendor'];
const NAMED = { model_id: 'name', provider: 'provider', vendor: 'vendor' } as const;

interface Props {
  /** Whose rules the person may make. */
  readonly owners: readonly Owner[];
  readonly onClose: () => void;
}

interface Draft {
  readonly kind: RuleKind;
  readonly value: string;
  readonly owner: Owner;
  readonly reason: string;
}

/** Makes a rule that excludes a model, or all of a provider or vendor. */
export function Exclude({ owners, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState<Draft>({
    kind: 'model_id',
    value: '',
    owner: owners[0] ?? 'project',
    reason: '',
  });
  const make = useMutation({
    mutationFn: () => exclude(scope, draft, draft.reason),
    onSuccess: (rule) => {
      showToast(w.project.excluded(rule.model_name ?? rule.value));
      readModelsAgain();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.project.exclude}
      mutation={make}
      submitLabel={w.project.exclude}
      fieldPaths={[draft.kind, 'reason']}
      onClose={onClose}
    >
      <Fields
        draft={draft}
        owners={owners}
        error={make.error}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </MutationDialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly owners: readonly Owner[];
  readonly error: unknown;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft: { kind, value, owner, reason }, owners, error, onChange }: FieldsProps) {
  const known = useQuery(modelsQuery(useScope())).data ?? [];
  const list = useId();
  const names = [...new Set(known.map((model) => model[NAMED[kind]]))].toSorted();
  return (
    <>
      <SelectField
        label={w.project.ruleKind}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value as RuleKind, value: '' })}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {w.project.kinds[each]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={w.project.ruleValue}
        path={kind}
        error={error}
        required
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {owners.length > 1 && (
        <SelectField
          label={w.project.scope}
          value={owner}
          onChange={(event) => onChange({ owner: event.target.value as Owner })}
        >
          {owners.map((each) => (
            <option key={each} value={each}>
              {each === 'project' ? w.project.ofProject : w.project.ofOrg}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={w.project.reason}
        hint={w.project.reasonHint}
        path="reason"
        error={error}
        maxLength={1000}
        value={reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  );
}
