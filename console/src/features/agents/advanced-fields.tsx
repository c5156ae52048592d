import { withSetting } from '../../lib/settings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { FallbackModelFields, formatModelSummary, MaxWaitField } from '../models/fallback-model-fields.tsx';
import { ModelSettingsFields } from '../models/model-settings-fields.tsx';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { formatGuardrails } from '../subjects/guardrail-texts.ts';
import { VisibilityField } from '../subjects/visibility-field.tsx';
import type { AgentDraft } from './draft.ts';

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
  readonly error: unknown;
}

const MODES = ['agentic', 'sequential'] as const;
const TOOL_CHOICES = ['', 'auto', 'required', 'none'] as const;

function formatExecution({ mode, max_turns, max_credits: credits }: AgentDraft): string {
  const values = { mode: w.agents.modes[mode], turns: Number(max_turns) };
  return credits === '' ? w.agents.saidWay(values) : w.agents.saidWayCredits({ ...values, credits });
}

/** Collapsed sections for the agent's rarely used fields. */
export function AdvancedAgentFields({ draft, onChange, error }: Props) {
  const getFieldProps = <K extends keyof AgentDraft>(name: K) => ({
    value: draft[name],
    error,
    onChange: (value: AgentDraft[K]) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className="flex flex-col gap-2">
      <Disclosure
        title={w.agents.way}
        summary={formatExecution(draft)}
        fieldPaths={['mode', 'tool_choice', 'max_turns', 'max_credits', 'memory_config']}
        error={error}
      >
        <ExecutionFields draft={draft} onChange={onChange} error={error} />
      </Disclosure>
      <Disclosure
        title={w.building.modelFold}
        summary={formatModelSummary(draft.llm_config, draft.fallback_llm_model_id)}
        fieldPaths={['llm_config', 'fallback_llm_model_id', 'max_wait']}
        error={error}
      >
        <ModelSettingsFields label={w.building.modelSettingsOf} path="llm_config" {...getFieldProps('llm_config')} />
        <FallbackModelFields
          model={draft.fallback_llm_model_id}
          settings={undefined}
          error={error}
          onModelChange={(fallback_llm_model_id) => onChange({ ...draft, fallback_llm_model_id })}
        />
        <MaxWaitField {...getFieldProps('max_wait')} />
      </Disclosure>
      <Disclosure
        title={w.building.guardrails}
        summary={formatGuardrails(draft.guardrails)}
        fieldPaths={['guardrails']}
        error={error}
      >
        <GuardrailFields {...getFieldProps('guardrails')} />
      </Disclosure>
      <Disclosure
        title={w.building.visibility}
        summary={w.building.visibilities[draft.task_agent_run_visibility]}
        fieldPaths={['task_agent_run_visibility', 'exposed_to_agents']}
        error={error}
      >
        <VisibilityField path="task_agent_run_visibility" {...getFieldProps('task_agent_run_visibility')} />
        <CheckboxField
          label={w.agents.exposed}
          hint={w.agents.exposedHint}
          path="exposed_to_agents"
          error={error}
          checked={draft.exposed_to_agents}
          onChange={(exposed_to_agents) => onChange({ ...draft, exposed_to_agents })}
        />
      </Disclosure>
    </div>
  );
}

/** Execution mode and limits of a run. */
function ExecutionFields({ draft, onChange, error }: Props) {
  return (
    <>
      <SelectField
        label={w.agents.mode}
        hint={w.agents.modeHint}
        path="mode"
        error={error}
        value={draft.mode}
        onChange={({ target }) => onChange({ ...draft, mode: target.value as AgentDraft['mode'] })}
      >
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {w.agents.modes[mode]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={w.agents.toolChoice}
        path="tool_choice"
        error={error}
        value={draft.tool_choice}
        onChange={({ target }) => onChange({ ...draft, tool_choice: target.value as AgentDraft['tool_choice'] })}
      >
        {TOOL_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {choice === '' ? w.ui.asUsual : w.agents.toolChoices[choice]}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={w.agents.turns}
          hint={w.agents.turnsHint}
          path="max_turns"
          error={error}
          type="number"
          min={1}
          max={10_000}
          required
          value={draft.max_turns}
          onChange={(event) => onChange({ ...draft, max_turns: event.target.valueAsNumber || 1 })}
        />
        <TextField
          label={w.agents.mostCredits}
          hint={w.agents.mostCreditsHint}
          path="max_credits"
          error={error}
          inputMode="decimal"
          value={draft.max_credits}
          onChange={(event) => onChange({ ...draft, max_credits: event.target.value })}
        />
      </div>
      <SettingField
        setting={{ name: 'max_events', type: 'number' }}
        label={w.agents.remembers}
        hint={w.agents.remembersHint}
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
