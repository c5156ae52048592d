import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { CheckboxField, SelectField, TextareaField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { ModelOptions } from '../../models/model-field.tsx';
import { modelsQuery } from '../../models/queries.ts';
import { type ConfigDraft, toBody, toDraft } from './config-draft.ts';
import { GuardrailFields } from './guardrail-fields.tsx';
import type { Config, Guardrail } from './queries.ts';

interface Props {
  readonly config: Config;
  readonly kinds: readonly Guardrail[];
  readonly canEdit: boolean;
}

const ERROR_FIELDS = ['knn', 'llm', 'rerank_model', 'temperature', 'chat_system_commands', 'chat_guardrails'];

/** Edits the defaults of the project. */
export function ConfigForm({ config, kinds, canEdit }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(config));
  const save = useMutation({
    mutationFn: () => post(`${PROJECT}/config`, { params: { path: { ...scope } }, body: toBody(draft) }),
    onSuccess: () => {
      showToast(w.project.saved);
      void queryClient.invalidateQueries({ queryKey: ['project', scope.project_id, 'config'] });
    },
  });
  const onChange = (change: Partial<ConfigDraft>) => setDraft({ ...draft, ...change });
  return (
    <MutationForm
      mutation={save}
      submitLabel={w.project.save}
      fieldPaths={ERROR_FIELDS}
      canSubmit={canEdit}
      className="flex flex-col gap-6"
    >
      <fieldset disabled={!canEdit} className="contents">
        <Section title={w.project.answers} hint={w.project.answersHint}>
          <AnswerFields draft={draft} error={save.error} onChange={onChange} />
        </Section>
        <Section title={w.project.guardrails} hint={w.project.guardrailsHint}>
          <div className="grid items-start gap-6 lg:grid-cols-2">
            {(['input', 'output'] as const).map((direction) => (
              <GuardrailFields
                key={direction}
                direction={direction}
                kinds={kinds}
                error={save.error}
                value={draft.guardrails[direction]}
                onChange={(entries) => onChange({ guardrails: { ...draft.guardrails, [direction]: entries } })}
              />
            ))}
          </div>
        </Section>
      </fieldset>
    </MutationForm>
  );
}

interface AnswerFieldsProps {
  readonly draft: ConfigDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<ConfigDraft>) => void;
}

function AnswerFields({ draft, error, onChange }: AnswerFieldsProps) {
  const allModels = useQuery(modelsQuery(useScope())).data ?? [];
  const isListed = draft.modelId === '' || allModels.some(({ id }) => id === draft.modelId);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <TextField
        label={w.project.knn}
        path="knn"
        error={error}
        type="number"
        min={1}
        max={50}
        required
        value={draft.chunkCount}
        onChange={(event) => onChange({ chunkCount: event.target.value })}
      />
      <TextField
        label={w.project.temperature}
        hint={w.project.temperatureHint}
        path="temperature"
        error={error}
        type="number"
        min={0}
        max={2}
        step="any"
        value={draft.temperature}
        onChange={(event) => onChange({ temperature: event.target.value })}
      />
      <SelectField
        label={w.project.llm}
        path="llm"
        error={error}
        value={draft.modelId}
        onChange={(event) => onChange({ modelId: event.target.value })}
      >
        <option value="">{w.project.anyModel}</option>
        {!isListed && <option value={draft.modelId}>{draft.modelId}</option>}
        <ModelOptions models={allModels} />
      </SelectField>
      <TextField
        label={w.building.settings.rerank_model}
        hint={w.project.rerankerHint}
        path="rerank_model"
        error={error}
        value={draft.reranker}
        onChange={(event) => onChange({ reranker: event.target.value })}
      />
      <div className="lg:col-span-2">
        <CheckboxField
          label={w.project.expansion}
          checked={draft.hasQueryExpansion}
          onChange={(hasQueryExpansion) => onChange({ hasQueryExpansion })}
        />
      </div>
      <div className="lg:col-span-2">
        <TextareaField
          label={w.project.commands}
          hint={w.project.commandsHint}
          path="chat_system_commands"
          error={error}
          value={draft.systemInstructions}
          onChange={(event) => onChange({ systemInstructions: event.target.value })}
        />
      </div>
    </div>
  );
}
