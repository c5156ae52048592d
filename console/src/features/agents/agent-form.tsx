import type { ReactNode } from 'react';
import { NameField, TextField } from '../../ui/field.tsx';
import { Braces, Cpu, FileText, Gauge, Library, LockKeyhole, ShieldCheck, Wrench } from '../../ui/icons.ts';
import { PromptField } from '../../ui/prompt-field.tsx';
import { w } from '../../words/index.ts';
import { BuilderForm } from '../builder/builder-form.tsx';
import type { BuilderSection } from '../builder/builder-sections.tsx';
import { findInstructionProblems } from '../builder/prompt-problems.ts';
import { ModelSection } from '../models/model-section.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyMatrix } from './policy-matrix.tsx';
import {
  AccessSection,
  formatExecution,
  GuardrailsDisclosure,
  LIMIT_PATHS,
  LimitsSection,
  type SectionProps,
} from './section-fields.tsx';
import { TaskToolDetails } from './task-tool-details.tsx';
import { CollectionsPicker, ToolPicker } from './tool-picker.tsx';
import { useToolNames } from './use-policy-preview.ts';

interface Props extends SectionProps {
  /** Whether the user can edit the agent. The form is read-only otherwise. */
  readonly canEdit?: boolean;
  /** Whether the form creates an agent. */
  readonly isNew?: boolean;
  /** Whether a playground is beside the form. */
  readonly hasPlayground?: boolean;
  readonly onSubmit: () => void;
  /** Error of the activation, and the bar with the buttons. */
  readonly children: ReactNode;
}

/** The form of an agent in sections. */
export function AgentForm({ canEdit = true, hasPlayground = false, onSubmit, children, ...props }: Props) {
  return (
    <BuilderForm
      sections={getSections(props)}
      error={props.error}
      aside={hasPlayground ? { id: 'playground', title: w.builder.playground } : undefined}
      canEdit={canEdit}
      onSubmit={onSubmit}
    >
      {children}
    </BuilderForm>
  );
}

function getSections(props: SectionProps & Pick<Props, 'isNew'>): readonly BuilderSection[] {
  const names = w.builder.sectionNames;
  return [
    {
      id: 'prompt',
      title: names.prompt,
      icon: FileText,
      fieldPaths: ['name', 'description', 'instruction'],
      content: <PromptSection {...props} />,
    },
    {
      id: 'model',
      title: names.model,
      icon: Cpu,
      fieldPaths: ['llm_model_id', 'llm_config', 'fallback_llm_model_id', 'max_wait'],
      content: <ModelSection {...props} />,
    },
    {
      id: 'tools',
      title: names.tools,
      icon: Wrench,
      fieldPaths: ['builtin_tools', 'task_tools', 'agent_tools', 'skills', 'mcp_servers', 'integrations'],
      content: <ToolPicker {...props} />,
    },
    {
      id: 'knowledge',
      title: names.knowledge,
      icon: Library,
      fieldPaths: ['collections'],
      content: <CollectionsPicker {...props} />,
    },
    {
      id: 'policy',
      title: names.policy,
      icon: ShieldCheck,
      fieldPaths: ['approval_policy', 'guardrails'],
      content: <PolicySection {...props} />,
    },
    {
      id: 'limits',
      title: names.limits,
      summary: formatExecution(props.draft),
      icon: Gauge,
      fieldPaths: LIMIT_PATHS,
      content: <LimitsSection {...props} />,
    },
    { id: 'output', title: names.output, icon: Braces, fieldPaths: [], content: <OutputSection {...props} /> },
    {
      id: 'access',
      title: names.access,
      icon: LockKeyhole,
      fieldPaths: ['tags', 'task_agent_run_visibility', 'exposed_to_agents'],
      content: <AccessSection {...props} />,
    },
  ];
}

function PromptSection({ draft, onChange, error, isNew }: SectionProps & Pick<Props, 'isNew'>) {
  const toolNames = useToolNames(draft);
  const completions = toolNames.map((name) => ({ text: `\`${name}\``, detail: w.builder.tool }));
  return (
    <>
      <NameField
        label={w.agents.name}
        isFirst={isNew}
        error={error}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label={w.agents.description}
        path="description"
        error={error}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.target.value })}
      />
      <PromptField
        label={w.agents.instruction}
        hint={w.agents.instructionHint}
        path="instruction"
        error={error}
        lines={10}
        value={draft.instruction}
        completions={completions}
        findProblems={findInstructionProblems}
        onChange={(instruction) => onChange({ ...draft, instruction })}
      />
    </>
  );
}

function PolicySection(props: SectionProps) {
  const { draft, onChange, error } = props;
  return (
    <>
      <PolicyMatrix draft={draft} onChange={(approval_policy) => onChange({ ...draft, approval_policy })} />
      <PolicyEditor
        draft={draft}
        onChange={(approval_policy) => onChange({ ...draft, approval_policy })}
        error={error}
      />
      <GuardrailsDisclosure {...props} />
    </>
  );
}

/** The format of the result: a task that formats it, or the order of the tasks of a sequence. */
function OutputSection({ draft, onChange }: SectionProps) {
  if (draft.task_tools.length === 0) return <p className="text-sm text-muted">{w.builder.outputHint}</p>;
  return <TaskToolDetails draft={draft} onChange={onChange} />;
}
