import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { MutationForm } from '../../ui/mutation-form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toast.tsx';
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
  const mayEdit = useHasPermission('project', 'edit');
  const save = useMutation({
    mutationFn: async () => changeTrigger(scope, of, { ...about, ...bodyOf(draft, of) }),
    onSuccess: (saved) => {
      onSaved();
      triggerChanged(saved);
      showToast(w.triggers.saved);
    },
  });
  return (
    <Section title={w.triggers.takes}>
      <MutationForm
        mutation={save}
        submitLabel={w.triggers.save}
        fieldPaths={[...ABOUT_PLACES, ...places]}
        canSubmit={mayEdit === true}
      >
        <fieldset disabled={!mayEdit} className="contents">
          <NameFields about={about} error={save.error} onChange={setAbout} />
          <KeptRevisionField target={of} about={about} error={save.error} onChange={setAbout} />
          {fields({ draft, target: of, error: save.error, onChange: setDraft })}
        </fieldset>
      </MutationForm>
    </Section>
  );
}
