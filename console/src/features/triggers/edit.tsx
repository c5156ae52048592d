import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { TriggerForm } from './form.ts';
import { changeTrigger, type Trigger, triggerChanged } from './queries.ts';

interface Props<Draft> {
  readonly of: Pick<Trigger, 'id' | 'type' | 'target_type' | 'target_id'>;
  readonly form: TriggerForm<Draft>;
  readonly onSaved: () => void;
}

/** Changes what a trigger takes or when it comes. */
export function EditTrigger<Draft>({ of, form: { first, fields, bodyOf, places }, onSaved }: Props<Draft>) {
  const scope = useScope();
  const [draft, setDraft] = useState(first);
  const mayEdit = useMay('project', 'edit');
  const save = useMutation({
    mutationFn: async () => changeTrigger(scope, of, bodyOf(draft, of)),
    onSuccess: (saved) => {
      onSaved();
      triggerChanged(saved);
      toast(w.triggers.saved);
    },
  });
  return (
    <Section title={w.triggers.takes}>
      <ActForm act={save} submit={w.triggers.save} places={places} mayAct={mayEdit === true}>
        <fieldset disabled={!mayEdit} className="contents">
          {fields({ draft, target: of, error: save.error, onChange: setDraft })}
        </fieldset>
      </ActForm>
    </Section>
  );
}
