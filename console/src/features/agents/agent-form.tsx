import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { NameField, TextareaField, TextField } from '../../ui/field.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';
import { TagsField } from '../subjects/tags-field.tsx';
import { AdvancedAgentFields } from './advanced-fields.tsx';
import type { AgentDraft } from './draft.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { ToolPicker } from './tool-picker.tsx';

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  /** Error of the last submit. */
  readonly error: unknown;
  readonly isPending: boolean;
  readonly submitLabel: string;
  /** Whether the user can edit the agent. The form is read-only otherwise. */
  readonly canEdit?: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** The form of an agent: common fields, then collapsed sections. */
export function AgentForm({
  draft,
  onChange,
  error,
  isPending,
  submitLabel,
  canEdit = true,
  onSubmit,
  children,
}: Props) {
  const updateField = <K extends keyof AgentDraft>(name: K, value: AgentDraft[K]) =>
    onChange({ ...draft, [name]: value });
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!canEdit} className="contents">
        <NameField
          label={w.agents.name}
          error={error}
          value={draft.name}
          onChange={(name) => updateField('name', name)}
        />
        <TextField
          label={w.agents.description}
          path="description"
          error={error}
          value={draft.description}
          onChange={(event) => updateField('description', event.target.value)}
        />
        <TextareaField
          label={w.agents.instruction}
          hint={w.agents.instructionHint}
          path="instruction"
          error={error}
          required
          rows={10}
          value={draft.instruction}
          onChange={(event) => updateField('instruction', event.target.value)}
        />
        <ModelField value={draft.llm_model_id} error={error} onChange={(value) => updateField('llm_model_id', value)} />
        <ToolPicker draft={draft} onChange={onChange} error={error} />
        <PolicyEditor draft={draft} onChange={(policy) => updateField('approval_policy', policy)} error={error} />
        <TagsField kind="task_agent" error={error} value={draft.tags} onChange={(tags) => updateField('tags', tags)} />
        <AdvancedAgentFields draft={draft} onChange={onChange} error={error} />
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
