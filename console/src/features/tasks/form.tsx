import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { LongField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { type Draft, variablesIn } from './draft.ts';

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

/** The whole of a task, to be filled in. */
export function TaskForm({ draft, onChange, error, busy, submit, mayEdit = true, onSubmit, children }: Props) {
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => onChange({ ...draft, [name]: value });
  const text = (name: keyof Draft, label: string) => ({
    label,
    at: name,
    error,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  const variables = variablesIn(draft.system_prompt, draft.user_prompt);
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!mayEdit} className="contents">
        <TextField {...text('name', w.tasks.name)} required maxLength={63} />
        <TextField {...text('description', w.tasks.description)} />
        <LongField {...text('system_prompt', w.tasks.systemPrompt)} hint={w.tasks.systemHint} rows={4} />
        <LongField {...text('user_prompt', w.tasks.userPrompt)} hint={w.tasks.userHint} required rows={8} />
        <p className="text-sm text-quiet">
          {variables.length === 0 ? w.tasks.noVariables : w.tasks.variables(variables.join(', '))}
        </p>
        <ModelField value={draft.llm_model_id} error={error} onChange={(value) => set('llm_model_id', value)} />
        <AnswerFields draft={draft} error={error} onChange={onChange} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...text('tags', w.tasks.tags)} hint={w.tasks.tagsHint} />
          <TextField {...text('annotation', w.tasks.annotation)} hint={w.tasks.annotationHint} />
        </div>
      </fieldset>
      {error !== null && error !== undefined && <Failed error={error} />}
      <div className="flex flex-wrap items-center gap-3">
        {mayEdit && (
          <Button type="submit" look="primary" busy={busy}>
            {submit}
          </Button>
        )}
        {children}
      </div>
    </Form>
  );
}
