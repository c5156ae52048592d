import { NameField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { RevisionField } from '../agents/revision-field.tsx';
import type { Target, Trigger } from './queries.ts';

/** What every kind of trigger is asked for: what it is called, and which revision of an agent it keeps to. */
export interface About {
  readonly name: string;
  readonly description: string;
  /** Null for the revision that serves. */
  readonly task_agent_revision_id: string | null;
}

export const ABOUT_PLACES: readonly string[] = ['name', 'description', 'task_agent_revision_id'];

export const NO_ABOUT: About = { name: '', description: '', task_agent_revision_id: null };

export function aboutOf({ name, description, task_agent_revision_id }: Trigger): About {
  return { name, description, task_agent_revision_id };
}

interface Props {
  readonly about: About;
  readonly error: unknown;
  readonly onChange: (about: About) => void;
}

export function NameFields({ about, error, onChange }: Props) {
  return (
    <>
      <NameField
        label={w.triggers.name}
        error={error}
        value={about.name}
        onChange={(name) => onChange({ ...about, name })}
      />
      <TextField
        label={w.triggers.description}
        path="description"
        error={error}
        value={about.description}
        onChange={({ target }) => onChange({ ...about, description: target.value })}
      />
    </>
  );
}

/** Asks for the revision of the agent that is run; of a task it is always what serves. */
export function KeptRevisionField({ target, about, error, onChange }: Props & { readonly target: Target | undefined }) {
  if (target?.target_type !== 'task_agent') return null;
  return (
    <RevisionField
      label={w.triggers.revision}
      kind="agent_tools"
      of={{ id: target.target_id }}
      path="task_agent_revision_id"
      error={error}
      value={about.task_agent_revision_id}
      onChange={(task_agent_revision_id) => onChange({ ...about, task_agent_revision_id })}
    />
  );
}
