import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { LongField, NameField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { w } from '../../words/index.ts';
import { ModelField } from '../models/model-field.tsx';
import type { Draft } from './draft.ts';
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

/** The whole of an agent, to be filled in. */
export function AgentForm({ draft, onChange, error, busy, submit, mayEdit = true, onSubmit, children }: Props) {
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => onChange({ ...draft, [name]: value });
  return (
    <Form onSubmit={() => onSubmit()}>
      <fieldset disabled={!mayEdit} className="contents">
        <NameField label={w.agents.name} error={error} value={draft.name} onChange={(name) => set('name', name)} />
        <TextField
          label={w.agents.description}
          at="description"
          error={error}
          value={draft.description}
          onChange={(event) => set('description', event.target.value)}
        />
        <LongField
          label={w.agents.instruction}
          hint={w.agents.instructionHint}
          at="instruction"
          error={error}
          required
          rows={10}
          value={draft.instruction}
          onChange={(event) => set('instruction', event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ModelField value={draft.llm_model_id} error={error} onChange={(value) => set('llm_model_id', value)} />
          <TextField
            label={w.agents.turns}
            hint={w.agents.turnsHint}
            at="max_turns"
            error={error}
            type="number"
            min={1}
            max={10_000}
            required
            value={draft.max_turns}
            onChange={(event) => set('max_turns', event.target.valueAsNumber || 1)}
          />
        </div>
        <ToolPicker draft={draft} onChange={onChange} error={error} />
        <PolicyEditor draft={draft} onChange={(policy) => set('approval_policy', policy)} error={error} />
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
