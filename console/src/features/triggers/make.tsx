import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { w } from '../../words/index.ts';
import { ABOUT_PLACES, KeptRevisionField, NameFields, NO_ABOUT } from './about-fields.tsx';
import type { TriggerForm } from './form.ts';
import { makeTrigger, type Target, type Trigger, triggerChanged } from './queries.ts';
import { TargetField } from './target-field.tsx';

interface Props<Draft> {
  readonly type: Trigger['type'];
  readonly title: string;
  /** What it is to run; asked for where it is left out. */
  readonly subject: Subject | undefined;
  readonly form: TriggerForm<Draft>;
  readonly onClose: () => void;
}

/** Makes a trigger, shows its secret once where it has one, and leads to its own screen. */
export function MakeTrigger<Draft>({ type, title, subject, form, onClose }: Props<Draft>) {
  const scope = useScope();
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | undefined>(
    subject && { target_type: subject.kind, target_id: subject.id },
  );
  const [about, setAbout] = useState(NO_ABOUT);
  const [draft, setDraft] = useState(form.first);
  const choose = (chosen: Target | undefined) => {
    setTarget(chosen);
    // A revision of another agent is none of this one.
    setAbout({ ...about, task_agent_revision_id: null });
  };
  const open = (triggerId: string) => void navigate({ to: '/triggers/$type/$triggerId', params: { type, triggerId } });
  const make = useMutation({
    mutationFn: async () => makeTrigger(scope, type, { ...about, ...target, ...form.bodyOf(draft, target) }),
    onSuccess: ({ made, secret }) => {
      triggerChanged(made);
      if (secret === undefined) open(made.id);
    },
  });
  const { data, error } = make;
  if (data?.secret !== undefined)
    return (
      <SecretDialog
        title={w.triggers.newSecret(data.made.name)}
        secret={data.secret}
        onClose={() => open(data.made.id)}
      />
    );
  return (
    <MutationDialog
      title={title}
      mutation={make}
      submitLabel={title}
      fieldPaths={[...ABOUT_PLACES, ...(subject ? [] : ['target_id']), ...form.places]}
      onClose={onClose}
    >
      <NameFields about={about} error={error} onChange={setAbout} />
      {!subject && <TargetField value={target} error={error} onChange={choose} />}
      <KeptRevisionField target={target} about={about} error={error} onChange={setAbout} />
      {form.fields({ draft, target, error, onChange: setDraft })}
    </MutationDialog>
  );
}
