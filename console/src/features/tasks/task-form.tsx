import type { ReactNode } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Braces, Cpu, FileText, Library, LockKeyhole, ShieldCheck, SlidersHorizontal } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { BuilderForm } from '../builder/builder-form.tsx';
import type { BuilderSection } from '../builder/builder-sections.tsx';
import { ModelSection } from '../models/model-section.tsx';
import { GuardrailFields } from '../subjects/guardrail-fields.tsx';
import { formatGuardrails } from '../subjects/guardrail-texts.ts';
import { OutputFields } from './output-fields.tsx';
import { RetrievalFields } from './retrieval-fields.tsx';
import {
  AccessSection,
  formatAccess,
  formatRetrieval,
  getFieldProps,
  InputSection,
  PromptSection,
  type SectionProps,
} from './section-fields.tsx';

interface Props extends SectionProps {
  /** Variables of the saved revision, if there is one. Callers send these. */
  readonly savedVariables?: readonly string[];
  /** Whether the user can edit the task. The form is read-only otherwise. */
  readonly canEdit?: boolean;
  /** Whether a test pane is beside the form. */
  readonly hasTestPane?: boolean;
  readonly onSubmit: () => void;
  /** Additional access controls of an existing task. */
  readonly accessFields?: ReactNode;
  /** Error of the activation, and the bar with the buttons. */
  readonly children: ReactNode;
}

/** The form of a task in sections. */
export function TaskForm({ canEdit = true, hasTestPane = false, onSubmit, children, ...props }: Props) {
  return (
    <BuilderForm
      sections={getSections(props)}
      error={props.error}
      aside={hasTestPane ? { id: 'test', title: w.tasks.test.title } : undefined}
      canEdit={canEdit}
      onSubmit={onSubmit}
    >
      {children}
    </BuilderForm>
  );
}

type Sections = SectionProps & Pick<Props, 'savedVariables' | 'accessFields'>;

function getSections(props: Sections): readonly BuilderSection[] {
  const { draft, onChange, error, variables, accessFields } = props;
  const names = w.builder.sectionNames;
  return [
    {
      id: 'prompt',
      title: names.prompt,
      icon: FileText,
      fieldPaths: ['name', 'description', 'system_prompt', 'user_prompt'],
      content: <PromptSection {...props} />,
    },
    {
      id: 'model',
      title: names.model,
      icon: Cpu,
      fieldPaths: ['llm_model_id', 'llm_config', 'fallback_llm_model_id', 'fallback_llm_config', 'max_wait'],
      content: <ModelSection {...props} />,
    },
    {
      id: 'input',
      title: names.input,
      icon: SlidersHorizontal,
      fieldPaths: ['input_processors', 'file_input_mode', 'image_required', 'optimise_images'],
      content: <InputSection {...props} />,
    },
    {
      id: 'knowledge',
      title: names.knowledge,
      summary: formatRetrieval(draft.rag),
      icon: Library,
      fieldPaths: ['rag'],
      content: <RetrievalFields variables={variables} {...getFieldProps(props, 'rag')} />,
    },
    {
      id: 'output',
      title: names.output,
      icon: Braces,
      fieldPaths: ['output_modality', 'output_format', 'task_forwarder_id'],
      content: <OutputFields draft={draft} error={error} onChange={onChange} />,
    },
    {
      id: 'guardrails',
      title: w.building.guardrails,
      summary: formatGuardrails(draft.guardrails),
      icon: ShieldCheck,
      fieldPaths: ['guardrails'],
      content: <GuardrailFields {...getFieldProps(props, 'guardrails')} />,
    },
    {
      id: 'access',
      title: names.access,
      summary: formatAccess(draft),
      icon: LockKeyhole,
      fieldPaths: ['tags', 'enabled', 'public', 'exposed_to_agents', 'task_run_visibility'],
      content: (
        <>
          <AccessSection {...props} />
          {accessFields}
        </>
      ),
    },
  ];
}

/** Fields of the revision that saving creates: the change note and its tags. */
export function NewRevisionFields({ draft, onChange, error }: Omit<SectionProps, 'variables'>) {
  return (
    <div className="grid grid-cols-2 gap-x-4">
      <TextField
        label={w.tasks.annotation}
        path="annotation"
        error={error}
        maxLength={2000}
        value={draft.annotation}
        onChange={({ target }) => onChange({ ...draft, annotation: target.value })}
      />
      <TextField
        label={w.tasks.revisionTags}
        path="revision_tags"
        error={error}
        value={draft.revision_tags}
        onChange={({ target }) => onChange({ ...draft, revision_tags: target.value })}
      />
    </div>
  );
}
