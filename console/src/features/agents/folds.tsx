import { withSetting } from '../../lib/settings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import { ModelSettingsFields } from '../models/model-settings-fields.tsx';
import { MaxWaitField, SecondModel, saidModels } from '../models/second-model.tsx';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { saidGuardrails } from '../subjects/guardrail-words.ts';
import { VisibilityField } from '../subjects/visibility-field.tsx';
import type { Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly error: unknown;
}

const MODES = ['agentic', 'sequential'] as const;
const CHOICES = ['', 'auto', 'required', 'none'] as const;

/** What of an agent most people leave as it is, by what it is about. */
export function AgentFolds({ draft, onChange, error }: Props) {
  const set = <K extends keyof Draft>(name: K) => ({
    value: draft[name],
    error,
    onChange: (value: Draft[K]) => onChange({ ...draft, [name]: value }),
  });
  return (
    <div className="flex flex-col gap-2">
      <Disclosure
        title={w.agents.way}
        summary={w.agents.saidWay(w.agents.modes[draft.mode], draft.max_turns, draft.max_credits)}
        fieldPaths={['mode', 'tool_choice', 'max_turns', 'max_credits', 'memory_config']}
        error={error}
      >
        <WayFields draft={draft} onChange={onChange} error={error} />
      </Disclosure>
      <Disclosure
        title={w.building.modelFold}
        summary={saidModels(draft.llm_config, draft.fallback_llm_model_id)}
        fieldPaths={['llm_config', 'fallback_llm_model_id', 'max_wait']}
        error={error}
      >
        <ModelSettingsFields label={w.building.modelSettingsOf} at="llm_config" {...set('llm_config')} />
        <SecondModel
          model={draft.fallback_llm_model_id}
          settings={undefined}
          error={error}
          onModel={(fallback_llm_model_id) => onChange({ ...draft, fallback_llm_model_id })}
        />
        <MaxWaitField {...set('max_wait')} />
      </Disclosure>
      <Disclosure
        title={w.building.guardrails}
        summary={saidGuardrails(draft.guardrails)}
        fieldPaths={['guardrails']}
        error={error}
      >
        <GuardrailFields {...set('guardrails')} />
      </Disclosure>
      <Disclosure
        title={w.building.visibility}
        summary={w.building.visibilities[draft.task_agent_run_visibility]}
        fieldPaths={['task_agent_run_visibility']}
        error={error}
      >
        <VisibilityField at="task_agent_run_visibility" {...set('task_agent_run_visibility')} />
      </Disclosure>
    </div>
  );
}

/** Whether a model decides what comes next, and how far a run may go. */
function WayFields({ draft, onChange, error }: Props) {
  return (
    <>
      <SelectField
        label={w.agents.mode}
        hint={w.agents.modeHint}
        path="mode"
        error={error}
        value={draft.mode}
        onChange={({ target }) => onChange({ ...draft, mode: target.value as Draft['mode'] })}
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
        onChange={({ target }) => onChange({ ...draft, tool_choice: target.value as Draft['tool_choice'] })}
      >
        {CHOICES.map((choice) => (
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
