import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { NameField, TextareaField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';
import { TagsField } from '../subjects/tags-field.tsx';
import type { Draft } from './draft.ts';
import { AgentFolds } from './folds.tsx';
import { PolicyEditor } from './policy.tsx';
import { ToolPicker } from './tools.tsx';

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** What the last try was refused with. */
  readonly error: unknown;
  readonly busy: boolean;
  readonly submit: string;
  /** Whether who looks may change it; it is to be read otherwise. */
  readonly mayEdit?: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** The whole of an agent, to be filled in: what most people need, and the rest by what it is about. */
export function AgentForm({ draft, onChange, error, busy, submit, mayEdit = true, onSubmit, children }: Props) {
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => onChange({ ...draft, [name]: value });
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!mayEdit} className="contents">
        <NameField label={w.agents.name} error={error} value={draft.name} onChange={(name) => set('name', name)} />
        <TextField
          label={w.agents.description}
          path="description"
          error={error}
          value={draft.description}
          onChange={(event) => set('description', event.target.value)}
        />
        <TextareaField
          label={w.agents.instruction}
          hint={w.agents.instructionHint}
          path="instruction"
          error={error}
          required
          rows={10}
          value={draft.instruction}
          onChange={(event) => set('instruction', event.target.value)}
        />
        <ModelField value={draft.llm_model_id} error={error} onChange={(value) => set('llm_model_id', value)} />
        <ToolPicker draft={draft} onChange={onChange} error={error} />
        <PolicyEditor draft={draft} onChange={(policy) => set('approval_policy', policy)} error={error} />
        <TagsField kind="task_agent" error={error} value={draft.tags} onChange={(tags) => set('tags', tags)} />
        <AgentFolds draft={draft} onChange={onChange} error={error} />
      </fieldset>
      <FormError error={error} />
      <div className="flex flex-wrap items-center gap-3">
        {mayEdit && (
          <Button type="submit" variant="primary" isPending={busy}>
            {submit}
          </Button>
        )}
        {children}
      </div>
    </Form>
  );
}
