import { withSetting } from '../../lib/settings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { formatGuardrails } from '../subjects/guardrail-texts.ts';
import { TagsField } from '../subjects/tags-field.tsx';
import { VisibilityField } from '../subjects/visibility-field.tsx';
import type { AgentDraft } from './draft.ts';
import { EXECUTION_FIELDS, EXECUTION_INPUTS, type ExecutionFieldName } from './execution-fields.ts';

export interface SectionProps {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  readonly error: unknown;
}

function getFieldProps<K extends keyof AgentDraft>({ draft, onChange, error }: SectionProps, name: K) {
  return {
    value: draft[name],
    error,
    onChange: (value: AgentDraft[K]) => onChange({ ...draft, [name]: value }),
  };
}

/** Guardrails of the agent. */
export function GuardrailsDisclosure(props: SectionProps) {
  return (
    <Disclosure
      title={w.building.guardrails}
      summary={formatGuardrails(props.draft.guardrails)}
      fieldPaths={['guardrails']}
      error={props.error}
    >
      <GuardrailFields {...getFieldProps(props, 'guardrails')} />
    </Disclosure>
  );
}

/** Tags, run visibility and exposure. */
export function AccessSection(props: SectionProps) {
  const { draft, onChange, error } = props;
  return (
    <>
      <TagsField kind="task_agent" {...getFieldProps(props, 'tags')} />
      <VisibilityField path="task_agent_run_visibility" {...getFieldProps(props, 'task_agent_run_visibility')} />
      <CheckboxField
        label={w.agents.exposed}
        hint={w.agents.exposedHint}
        path="exposed_to_agents"
        error={error}
        checked={draft.exposed_to_agents}
        onChange={(exposed_to_agents) => onChange({ ...draft, exposed_to_agents })}
      />
    </>
  );
}

/** Summarizes mode and limits. */
export function formatExecution({ mode, max_turns, max_credits: credits }: AgentDraft): string {
  const values = { mode: w.agents.fieldChoices.mode[mode], turns: Number(max_turns) };
  return credits === ''
    ? w.agents.executionSummary(values)
    : w.agents.executionSummaryWithCredits({ ...values, credits });
}

/** Paths of the fields of {@link LimitsSection}. */
export const LIMIT_PATHS = [...Object.keys(EXECUTION_FIELDS), 'memory_config'];

/** Execution mode and limits of a run. */
export function LimitsSection({ draft, onChange, error }: SectionProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {EXECUTION_INPUTS.map(([name]) => (
          <ExecutionInput key={name} name={name} draft={draft} onChange={onChange} error={error} />
        ))}
      </div>
      <SettingField
        setting={{ name: 'max_events', type: 'number' }}
        label={w.agents.maxMemoryMessages}
        hint={w.agents.maxMemoryMessagesHint}
        path="memory_config"
        error={error}
        value={draft.memory_config.max_events}
        onChange={(value) =>
          onChange({ ...draft, memory_config: withSetting(draft.memory_config, 'max_events', value) })
        }
      />
    </>
  );
}

function ExecutionInput({ name, draft, onChange, error }: SectionProps & { readonly name: ExecutionFieldName }) {
  const hints: Partial<Record<ExecutionFieldName, string>> = w.agents.fieldHints;
  const common = { label: w.agents.fields[name], hint: hints[name], path: name, error };
  const change = (value: string | number) => onChange({ ...draft, [name]: value });
  const field = EXECUTION_FIELDS[name];
  if (field.input === 'choice') {
    const texts: Partial<Record<string, Readonly<Record<string, string>>>> = w.agents.fieldChoices;
    return (
      <SelectField {...common} value={draft[name]} onChange={({ target }) => change(target.value)}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice === '' ? w.ui.asUsual : texts[name]?.[choice]}
          </option>
        ))}
      </SelectField>
    );
  }
  if (field.input === 'integer') {
    const { min, max } = field;
    return (
      <TextField
        {...common}
        type="number"
        min={min}
        max={max}
        required
        value={draft[name]}
        onChange={({ target }) => change(target.valueAsNumber || min)}
      />
    );
  }
  return (
    <TextField
      {...common}
      inputMode={field.input === 'decimal' ? 'decimal' : 'text'}
      value={draft[name]}
      onChange={({ target }) => change(target.value)}
    />
  );
}
