import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { PromptField } from '../../ui/prompt-field.tsx';
import { w } from '../../words/index.ts';
import { findTaskPromptProblems } from '../builder/prompt-problems.ts';
import { ModelField } from '../models/model-field.tsx';
import { TagsField } from '../subjects/tags-field.tsx';
import { AdvancedTaskFields } from './advanced-fields.tsx';
import { findPromptVariables, type TaskDraft } from './draft.ts';
import { OutputFields } from './output-fields.tsx';

interface Props {
  readonly draft: TaskDraft;
  readonly onChange: (draft: TaskDraft) => void;
  /** Error of the last submit. */
  readonly error: unknown;
  readonly isPending: boolean;
  readonly submitLabel: string;
  /** Variables of the saved revision, if there is one. Callers send these. */
  readonly savedVariables?: readonly string[];
  /** Whether the user can edit the task. The form is read-only otherwise. */
  readonly canEdit?: boolean;
  readonly onSubmit: () => void;
  /** Additional access controls of an existing task. */
  readonly accessFields?: ReactNode;
  readonly children?: ReactNode;
}

type TextName = 'name' | 'description' | 'revision_tags' | 'annotation';

const PROMPTS = [
  { name: 'system_prompt', lines: 4, getLabel: () => w.tasks.systemPrompt, getHint: () => w.tasks.systemHint },
  { name: 'user_prompt', lines: 8, getLabel: () => w.tasks.userPrompt, getHint: () => w.tasks.userHint },
] as const;

/** The form of a task: common fields, then collapsed sections. */
export function TaskForm({
  draft,
  onChange,
  error,
  isPending,
  submitLabel,
  savedVariables,
  canEdit = true,
  onSubmit,
  accessFields,
  children,
}: Props) {
  const getTextProps = (name: TextName, label: string) => ({
    label,
    path: name,
    error,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [name]: event.target.value }),
  });
  const variables = findPromptVariables(draft.system_prompt, draft.user_prompt);
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!canEdit} className="contents">
        <TextField {...getTextProps('name', w.tasks.name)} required maxLength={63} />
        <TextField {...getTextProps('description', w.tasks.description)} />
        {PROMPTS.map(({ name, lines, getLabel, getHint }) => (
          <PromptField
            key={name}
            label={getLabel()}
            hint={getHint()}
            path={name}
            error={error}
            lines={lines}
            value={draft[name]}
            completions={variables.map((variable) => ({ text: `{${variable}}`, detail: w.builder.variable }))}
            findProblems={(text) => findTaskPromptProblems(text, savedVariables)}
            onChange={(text) => onChange({ ...draft, [name]: text })}
          />
        ))}
        <p className="text-sm text-muted">
          {variables.length === 0 ? w.tasks.noVariables : w.tasks.variables({ names: variables.join(', ') })}
        </p>
        <ModelField
          value={draft.llm_model_id}
          error={error}
          onChange={(llm_model_id) => onChange({ ...draft, llm_model_id })}
        />
        <OutputFields draft={draft} error={error} onChange={onChange} />
        <TagsField kind="task" error={error} value={draft.tags} onChange={(tags) => onChange({ ...draft, tags })} />
        <AdvancedTaskFields
          draft={draft}
          variables={variables}
          error={error}
          onChange={onChange}
          accessFields={accessFields}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...getTextProps('annotation', w.tasks.annotation)} hint={w.tasks.annotationHint} />
          <TextField {...getTextProps('revision_tags', w.tasks.revisionTags)} hint={w.tasks.revisionTagsHint} />
        </div>
      </fieldset>
      <FormError error={error} />
      <div className="flex flex-wrap items-center gap-3">
        {canEdit && (
          <Button type="submit" variant="primary" isPending={isPending}>
            {submitLabel}
          </Button>
        )}
        {children}
      </div>
    </Form>
  );
}
