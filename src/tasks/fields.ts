import Type from 'typebox';
import { LlmConfig } from '../platform/models/llm-config.ts';
import { jsonField, scalarField } from '../platform/revision-fields.ts';
import { AnyObject, Id, NonBlankText, Nullable, StringEnum, VisibleText } from '../platform/schemas.ts';
import { MAX_WAIT_FIELD } from '../runs/max-wait.ts';
import { GUARDRAILS_FIELD } from './guardrails/fields.ts';
import type { InputProcessorItem } from './processors/kind.ts';
import { Rag } from './rag/settings.ts';

const PROMPT_OPTIONS = { maxLength: 500_000 };
const InputProcessor = Type.Object({
  param_name: NonBlankText(64, { description: 'Prompt variable that the processor fills.' }),
  input_processor: NonBlankText(100, { description: 'Name of an input processor.' }),
  config: Type.Optional(AnyObject),
});
const Modality = StringEnum(['json', 'image', 'audio', 'pdf', 'text', 'csv'], {
  description: 'Output modality. Default `json` with an `output_format`, else `text`.',
});
const ModelId = NonBlankText(200, { description: 'ID, name or alias of a model.' });
const FileMode = StringEnum(['none', 'image', 'pdf', 'image_or_pdf', 'any']);
const OptimiseImages = Type.Boolean({ description: 'Whether to scale down large images for the model. Default true.' });
const ToolChoice = StringEnum(['auto', 'none', 'required'], {
  description:
    'Whether the model can call tools (`auto`), must not (`none`), or must call one before it responds (`required`).',
});
/** Maximum number of tools per kind and revision. */
const MAX_TOOLS_PER_KIND = 100;

/** Fields of a task's revision, under their names in bodies, records and the table. */
export const TASK_REVISION_FIELDS = {
  annotation: scalarField({ input: Nullable(VisibleText(2000)), record: Nullable(Type.String()), initial: null }),
  system_prompt: scalarField({ input: Type.String(PROMPT_OPTIONS), record: Type.String() }),
  user_prompt: scalarField({
    input: Type.String({ minLength: 1, ...PROMPT_OPTIONS, description: 'User prompt with `{variable}` placeholders.' }),
    record: Type.String(),
  }),
  llm_model_id: scalarField({ input: ModelId, record: Id, audited: true }),
  llm_config: jsonField({ input: LlmConfig, record: AnyObject, initial: {} }),
  fallback_llm_model_id: scalarField({
    input: Nullable(NonBlankText(200)),
    record: Nullable(Id),
    initial: null,
    audited: true,
  }),
  fallback_llm_config: jsonField({ input: Nullable(LlmConfig), record: Nullable(AnyObject), initial: null }),
  output_modality: scalarField({ input: Modality, record: Type.String(), initial: 'text', audited: true }),
  output_format: jsonField({ input: Nullable(AnyObject), record: Nullable(AnyObject), initial: null }),
  image_required: scalarField({ input: Type.Boolean(), record: Type.Boolean(), initial: false, audited: true }),
  optimise_images: scalarField({ input: OptimiseImages, record: Type.Boolean(), initial: true, audited: true }),
  file_input_mode: scalarField({ input: FileMode, record: Type.String(), initial: 'any', audited: true }),
  input_processors: jsonField({
    input: Type.Array(InputProcessor, { maxItems: 50 }),
    record: Type.Array(Type.Unsafe<InputProcessorItem>(AnyObject)),
    initial: [],
  }),
  rag: jsonField({ input: Nullable(Rag), record: Nullable(Type.Unsafe<Rag>(AnyObject)), initial: null }),
  max_wait: MAX_WAIT_FIELD,
  guardrails: GUARDRAILS_FIELD,
  task_forwarder_id: scalarField({ input: Nullable(Id), record: Nullable(Id), initial: null, audited: true }),
  integration_tool_ids: jsonField({
    input: Nullable(
      Type.Array(NonBlankText(240), {
        maxItems: MAX_TOOLS_PER_KIND,
        description:
          'IDs of integration tools that the model can call. Use `<integration id>/<tool id>` if several integrations have a tool with that ID.',
      }),
    ),
    record: Type.Array(Type.String()),
    initial: [],
    audited: true,
  }),
  task_mcp_tool_ids: jsonField({
    input: Nullable(
      Type.Array(Id, { maxItems: MAX_TOOLS_PER_KIND, description: 'IDs of MCP tools that the model can call.' }),
    ),
    record: Type.Array(Id),
    initial: [],
    audited: true,
  }),
  tool_choice: scalarField({ input: Nullable(ToolChoice), record: Nullable(Type.String()), initial: null }),
};
