import { NameField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { RevisionField } from '../agents/revision-field.tsx';
import type { Target, Trigger } from './queries.ts';

/** Fields that all trigger types share. */
type TriggerInfo = Pick<Trigger, 'name' | 'description' | 'task_agent_revision_id'>;

export const INFO_FIELD_PATHS: readonly string[] = ['name', 'description', 'task_agent_revision_id'];

export const EMPTY_INFO: TriggerInfo = { name: '', description: '', task_agent_revision_id: null };

export function toInfo({ name, description, task_agent_revision_id }: Trigger): TriggerInfo {
  return { name, description, task_agent_revision_id };
}

interface Props {
  readonly info: TriggerInfo;
  readonly error: unknown;
  readonly onChange: (info: TriggerInfo) => void;
}

export function NameFields({ info, error, onChange }: Props) {
  return (
    <>
      <NameField
        label={w.triggers.name}
        error={error}
        value={info.name}
        onChange={(name) => onChange({ ...info, name })}
      />
      <TextField
        label={w.triggers.description}
        path="description"
        error={error}
        value={info.description}
        onChange={({ target }) => onChange({ ...info, description: target.value })}
      />
    </>
  );
}

/** Selects the revision of the agent to run. Tasks always run active revisions. */
export function PinnedRevisionField({
  target,
  info,
  error,
  onChange,
}: Props & { readonly target: Target | undefined }) {
  if (target?.target_type !== 'task_agent') return null;
  return (
    <RevisionField
      label={w.triggers.revision}
      kind="agent_tools"
      item={{ id: target.target_id }}
      path="task_agent_revision_id"
      error={error}
      value={info.task_agent_revision_id}
      onChange={(task_agent_revision_id) => onChange({ ...info, task_agent_revision_id })}
    />
  );
}
