import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { ActDialog } from '../../ui/act-form.tsx';
import { NameField } from '../../ui/field.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { w } from '../../words/index.ts';
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
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(form.first);
  const open = (triggerId: string) => void navigate({ to: '/triggers/$type/$triggerId', params: { type, triggerId } });
  const make = useMutation({
    mutationFn: async () => makeTrigger(scope, type, { name, ...target, ...form.bodyOf(draft, target) }),
    onSuccess: ({ made, secret }) => {
      triggerChanged(made);
      if (secret === undefined) open(made.id);
    },
  });
  const { data, error } = make;
  if (data?.secret !== undefined)
    return (
      <SecretOnce
        title={w.triggers.newSecret(data.made.name)}
        secret={data.secret}
        onClose={() => open(data.made.id)}
      />
    );
  return (
    <ActDialog
      title={title}
      act={make}
      submit={title}
      places={['name', ...(subject ? [] : ['target_id']), ...form.places]}
      onClose={onClose}
    >
      <NameField label={w.triggers.name} error={error} value={name} onChange={setName} />
      {!subject && <TargetField value={target} error={error} onChange={setTarget} />}
      {form.fields({ draft, target, error, onChange: setDraft })}
    </ActDialog>
  );
}
