import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { ActForm } from '../../ui/act-form.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ABOUT_PLACES, aboutOf, KeptRevisionField, NameFields } from './about-fields.tsx';
import type { TriggerForm } from './form.ts';
import { changeTrigger, type Trigger, triggerChanged } from './queries.ts';

interface Props<Draft> {
  readonly of: Trigger;
  readonly form: TriggerForm<Draft>;
  readonly onSaved: () => void;
}

/** Changes what a trigger is called, what it takes or when it comes. */
export function EditTrigger<Draft>({ of, form: { first, fields, bodyOf, places }, onSaved }: Props<Draft>) {
  const scope = useScope();
  const [about, setAbout] = useState(aboutOf(of));
  const [draft, setDraft] = useState(first);
  const mayEdit = useMay('project', 'edit');
  const save = useMutation({
    mutationFn: async () => changeTrigger(scope, of, { ...about, ...bodyOf(draft, of) }),
    onSuccess: (saved) => {
      onSaved();
      triggerChanged(saved);
      toast(w.triggers.saved);
    },
  });
  return (
    <Section title={w.triggers.takes}>
      <ActForm act={save} submit={w.triggers.save} places={[...ABOUT_PLACES, ...places]} mayAct={mayEdit === true}>
        <fieldset disabled={!mayEdit} className="contents">
          <NameFields about={about} error={save.error} onChange={setAbout} />
          <KeptRevisionField target={of} about={about} error={save.error} onChange={setAbout} />
          {fields({ draft, target: of, error: save.error, onChange: setDraft })}
        </fieldset>
      </ActForm>
    </Section>
  );
}
