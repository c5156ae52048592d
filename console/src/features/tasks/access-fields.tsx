import { CheckboxField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { VisibilityField } from '../subjects/visibility-field.tsx';
import type { Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

/** Whether the task runs at all, for whom, and who sees what it ran on. */
export function AccessFields({ draft, error, onChange }: Props) {
  const check = (name: 'enabled' | 'public' | 'exposed_to_agents', label: string, hint: string) => (
    <CheckboxField
      label={label}
      hint={hint}
      path={name}
      error={error}
      checked={draft[name]}
      onChange={(on) => onChange({ ...draft, [name]: on })}
    />
  );
  return (
    <>
      {check('enabled', w.tasks.enabled, w.tasks.enabledHint)}
      {check('public', w.tasks.public, w.tasks.publicHint)}
      {check('exposed_to_agents', w.tasks.exposed, w.tasks.exposedHint)}
      <VisibilityField
        at="task_run_visibility"
        error={error}
        value={draft.task_run_visibility}
        onChange={(task_run_visibility) => onChange({ ...draft, task_run_visibility })}
      />
    </>
  );
}
