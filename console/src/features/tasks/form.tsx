import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextareaField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';
import { TagsField } from '../subjects/tags-field.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { type Draft, variablesIn } from './draft.ts';
import { TaskFolds } from './folds.tsx';

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
  /** What stands with the task's access; nothing for one that is to be made. */
  readonly access?: ReactNode;
  readonly children?: ReactNode;
}

type TextName = 'name' | 'description' | 'system_prompt' | 'user_prompt' | 'revision_tags' | 'annotation';

/** The whole of a task, to be filled in: what most people need, and the rest by what it is about. */
export function TaskForm({ draft, onChange, error, busy, submit, mayEdit = true, onSubmit, access, children }: Props) {
  const text = (name: TextName, label: string) => ({
    label,
    path: name,
    error,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
  });
  const variables = variablesIn(draft.system_prompt, draft.user_prompt);
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!mayEdit} className="contents">
        <TextField {...text('name', w.tasks.name)} required maxLength={63} />
        <TextField {...text('description', w.tasks.description)} />
        <TextareaField {...text('system_prompt', w.tasks.systemPrompt)} hint={w.tasks.systemHint} rows={4} />
        <TextareaField {...text('user_prompt', w.tasks.userPrompt)} hint={w.tasks.userHint} required rows={8} />
        <p className="text-sm text-quiet">
          {variables.length === 0 ? w.tasks.noVariables : w.tasks.variables(variables.join(', '))}
        </p>
        <ModelField
          value={draft.llm_model_id}
          error={error}
          onChange={(llm_model_id) => onChange({ ...draft, llm_model_id })}
        />
        <AnswerFields draft={draft} error={error} onChange={onChange} />
        <TagsField kind="task" error={error} value={draft.tags} onChange={(tags) => onChange({ ...draft, tags })} />
        <TaskFolds draft={draft} variables={variables} error={error} onChange={onChange} access={access} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('annotation', w.tasks.annotation)} hint={w.tasks.annotationHint} />
          <TextField {...text('revision_tags', w.tasks.revisionTags)} hint={w.tasks.revisionTagsHint} />
        </div>
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
