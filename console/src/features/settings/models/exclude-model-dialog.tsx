import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useScope } from '../../../lib/session.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { modelsQuery } from '../../models/queries.ts';
import { excludeModels, invalidateModels, type RuleKind, type RuleOwner } from './queries.ts';

const RULE_KINDS: readonly RuleKind[] = ['model_id', 'provider', 'vendor'];
const MODEL_FIELDS = { model_id: 'name', provider: 'provider', vendor: 'vendor' } as const;

interface Props {
  /** Scopes in which the user may create rules. */
  readonly owners: readonly RuleOwner[];
  readonly onClose: () => void;
}

interface ExclusionDraft {
  readonly kind: RuleKind;
  readonly value: string;
  readonly owner: RuleOwner;
  readonly reason: string;
}

/** Creates a rule that excludes a model, or all models of a provider or vendor. */
export function ExcludeModelDialog({ owners, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState<ExclusionDraft>({
    kind: 'model_id',
    value: '',
    owner: owners[0] ?? 'project',
    reason: '',
  });
  const create = useMutation({
    mutationFn: () => excludeModels(scope, draft, draft.reason),
    onSuccess: (rule) => {
      showToast(w.project.excluded({ name: rule.model_name ?? rule.value }));
      invalidateModels();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={w.project.exclude}
      mutation={create}
      submitLabel={w.project.exclude}
      fieldPaths={[draft.kind, 'reason']}
      onClose={onClose}
    >
      <ExclusionFields
        draft={draft}
        owners={owners}
        error={create.error}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </MutationDialog>
  );
}

interface ExclusionFieldsProps {
  readonly draft: ExclusionDraft;
  readonly owners: readonly RuleOwner[];
  readonly error: unknown;
  readonly onChange: (change: Partial<ExclusionDraft>) => void;
}

function ExclusionFields({ draft: { kind, value, owner, reason }, owners, error, onChange }: ExclusionFieldsProps) {
  const allModels = useQuery(modelsQuery(useScope())).data ?? [];
  const listId = useId();
  const names = [...new Set(allModels.map((model) => model[MODEL_FIELDS[kind]]))].toSorted();
  return (
    <>
      <SelectField
        label={w.project.ruleKind}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value as RuleKind, value: '' })}
      >
        {RULE_KINDS.map((option) => (
          <option key={option} value={option}>
            {w.project.kinds[option]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={w.project.ruleValue}
        path={kind}
        error={error}
        required
        list={listId}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {owners.length > 1 && (
        <SelectField
          label={w.project.scope}
          value={owner}
          onChange={(event) => onChange({ owner: event.target.value as RuleOwner })}
        >
          {owners.map((option) => (
            <option key={option} value={option}>
              {option === 'project' ? w.project.ofProject : w.project.ofOrg}
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
