import { CheckboxField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { VisibilityField } from '../subjects/visibility-field.tsx';
import type { TaskDraft } from './draft.ts';

interface Props {
  readonly draft: TaskDraft;
  readonly error: unknown;
  readonly onChange: (draft: TaskDraft) => void;
}

/** Fields for the availability of the task and the visibility of its runs. */
export function AccessFields({ draft, error, onChange }: Props) {
  const renderCheckbox = (name: 'enabled' | 'public' | 'exposed_to_agents', label: string, hint: string) => (
    <CheckboxField
      label={label}
      hint={hint}
      path={name}
      error={error}
      checked={draft[name]}
      onChange={(isChecked) => onChange({ ...draft, [name]: isChecked })}
    />
  );
  return (
    <>
      {renderCheckbox('enabled', w.tasks.enabled, w.tasks.enabledHint)}
      {renderCheckbox('public', w.tasks.public, w.tasks.publicHint)}
      {renderCheckbox('exposed_to_agents', w.tasks.exposed, w.tasks.exposedHint)}
      <VisibilityField
        path="task_run_visibility"
        error={error}
        value={draft.task_run_visibility}
        onChange={(task_run_visibility) => onChange({ ...draft, task_run_visibility })}
      />
    </>
  );
}
