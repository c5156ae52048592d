import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { INFO_FIELD_PATHS, NameFields, PinnedRevisionField, toInfo } from './info-fields.tsx';
import { cacheTrigger, type Trigger, updateTrigger } from './queries.ts';
import type { TriggerForm } from './trigger-form.ts';

interface Props<Draft> {
  readonly trigger: Trigger;
  readonly form: TriggerForm<Draft>;
  readonly onSaved: () => void;
}

/** Edits the name and configuration of a trigger. */
export function EditTrigger<Draft>({ trigger, form, onSaved }: Props<Draft>) {
  const scope = useScope();
  const [info, setInfo] = useState(toInfo(trigger));
  const [draft, setDraft] = useState(form.initialDraft);
  const canEdit = useHasPermission('project', 'edit');
  const save = useMutation({
    mutationFn: async () => updateTrigger(scope, trigger, { ...info, ...form.toBody(draft, trigger) }),
    onSuccess: (saved) => {
      onSaved();
      cacheTrigger(saved);
      showToast(w.triggers.saved);
    },
  });
  return (
    <Section title={w.triggers.payload}>
      <MutationForm
        mutation={save}
        submitLabel={w.triggers.save}
        fieldPaths={[...INFO_FIELD_PATHS, ...form.fieldPaths]}
        canSubmit={canEdit === true}
      >
        <fieldset disabled={!canEdit} className="contents">
          <NameFields info={info} error={save.error} onChange={setInfo} />
          <PinnedRevisionField target={trigger} info={info} error={save.error} onChange={setInfo} />
          {form.renderFields({ draft, target: trigger, error: save.error, onChange: setDraft })}
        </fieldset>
      </MutationForm>
    </Section>
  );
}
