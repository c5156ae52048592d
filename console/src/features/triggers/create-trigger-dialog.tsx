import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { w } from '../../words/index.ts';
import { EMPTY_INFO, INFO_FIELD_PATHS, NameFields, PinnedRevisionField } from './info-fields.tsx';
import { cacheTrigger, createTrigger, type Target, type Trigger } from './queries.ts';
import { TargetField } from './target-field.tsx';
import type { TriggerForm } from './trigger-form.ts';

interface Props<Draft> {
  readonly type: Trigger['type'];
  readonly title: string;
  /** Task or agent to run. The user selects one if undefined. */
  readonly subject: Subject | undefined;
  readonly form: TriggerForm<Draft>;
  readonly onClose: () => void;
}

/** Creates a trigger, shows its secret once, then opens its screen. */
export function CreateTriggerDialog<Draft>({ type, title, subject, form, onClose }: Props<Draft>) {
  const scope = useScope();
  const navigate = useNavigate();
  const [target, setTarget] = useState<Target | undefined>(
    subject && { target_type: subject.kind, target_id: subject.id },
  );
  const [info, setInfo] = useState(EMPTY_INFO);
  const [draft, setDraft] = useState(form.initialDraft);
  const selectTarget = (nextTarget: Target | undefined) => {
    setTarget(nextTarget);
    // The pinned revision belongs to the previous agent.
    setInfo({ ...info, task_agent_revision_id: null });
  };
  const openTrigger = (triggerId: string) =>
    void navigate({ to: '/triggers/$type/$triggerId', params: { type, triggerId } });
  const create = useMutation({
    mutationFn: async () => createTrigger(scope, type, { ...info, ...target, ...form.toBody(draft, target) }),
    onSuccess: ({ trigger, secret }) => {
      cacheTrigger(trigger);
      if (secret === undefined) openTrigger(trigger.id);
    },
  });
  const { data, error } = create;
  if (data?.secret !== undefined)
    return (
      <SecretDialog
        title={w.triggers.newSecret({ name: data.trigger.name })}
        secret={data.secret}
        onClose={() => openTrigger(data.trigger.id)}
      />
    );
  return (
    <MutationDialog
      title={title}
      mutation={create}
      submitLabel={title}
      fieldPaths={[...INFO_FIELD_PATHS, ...(subject ? [] : ['target_id']), ...form.fieldPaths]}
      onClose={onClose}
    >
      <NameFields info={info} error={error} onChange={setInfo} />
      {!subject && <TargetField value={target} error={error} onChange={selectTarget} />}
      <PinnedRevisionField target={target} info={info} error={error} onChange={setInfo} />
      {form.renderFields({ draft, target, error, onChange: setDraft })}
    </MutationDialog>
  );
}
