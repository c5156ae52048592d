import Type from 'typebox';
import { asJson, plain } from '../platform/fields.ts';
import { LlmConfig } from '../platform/models/llm-config.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, Text } from '../platform/shapes.ts';
import { MAX_WAIT_FIELD } from '../runs/max-wait.ts';
import { GUARDRAILS_FIELD } from './guardrails/fields.ts';
import type { InputProcessorItem } from './processors/kind.ts';
import { Rag } from './rag/settings.ts';

const PROMPT_OPTIONS = { maxLength: 500_000 };
const InputProcessor = Type.Object({
  param_name: NonEmpty(64, { description: 'Prompt variable that the processor fills.' }),
  input_processor: NonEmpty(100, { description: 'Name of an input processor.' }),
  config: Type.Optional(AnyObject),
});
const Modality = OneOf(['json', 'image', 'audio', 'pdf', 'text', 'csv'], {
  description: 'Output modality. Default `json` with an `output_format`, else `text`.',
});
const ModelId = NonEmpty(200, { description: 'ID, name or alias of a model.' });
const FileMode = OneOf(['none', 'image', 'pdf', 'image_or_pdf', 'any']);
const OptimiseImages = Type.Boolean({ description: 'Whether to scale down large images for the model. Default true.' });
const ToolChoice = OneOf(['auto', 'none', 'required'], {
  description:
    'Whether the model can call tools (`auto`), must not (`none`), or must call one before it responds (`required`).',
});
/** Maximum number of tools per kind and revision. */
const MAX_TOOLS_PER_KIND = 100;

/** The fields of a task's revision under the names that bodies, records and the table have for them. */
export const TASK_REVISION_FIELDS = {
  annotation: plain({ input: Nullable(Text(2000)), record: Nullable(Type.String()), initial: null }),
  system_prompt: plain({ input: Type.String(PROMPT_OPTIONS), record: Type.String() }),
  user_prompt: plain({
    input: Type.String({ minLength: 1, ...PROMPT_OPTIONS, description: 'User prompt with `{variable}` placeholders.' }),
    record: Type.String(),
  }),
  llm_model_id: plain({ input: ModelId, record: Id, shown: true }),
  llm_config: asJson({ input: LlmConfig, record: AnyObject, initial: {} }),
  fallback_llm_model_id: plain({ input: Nullable(NonEmpty(200)), record: Nullable(Id), initial: null, shown: true }),
  fallback_llm_config: asJson({ input: Nullable(LlmConfig), record: Nullable(AnyObject), initial: null }),
  output_modality: plain({ input: Modality, record: Type.String(), initial: 'text', shown: true }),
  output_format: asJson({ input: Nullable(AnyObject), record: Nullable(AnyObject), initial: null }),
  image_required: plain({ input: Type.Boolean(), record: Type.Boolean(), initial: false, shown: true }),
  optimise_images: plain({ input: OptimiseImages, record: Type.Boolean(), initial: true, shown: true }),
  file_input_mode: plain({ input: FileMode, record: Type.String(), initial: 'any', shown: true }),
  input_processors: asJson({
    input: Type.Array(InputProcessor, { maxItems: 50 }),
    record: Type.Array(Type.Unsafe<InputProcessorItem>(AnyObject)),
    initial: [],
  }),
  rag: asJson({ input: Nullable(Rag), record: Nullable(Type.Unsafe<Rag>(AnyObject)), initial: null }),
  max_wait: MAX_WAIT_FIELD,
  guardrails: GUARDRAILS_FIELD,
  task_forwarder_id: plain({ input: Nullable(Id), record: Nullable(Id), initial: null, shown: true }),
  integration_tool_ids: asJson({
    input: Nullable(
      Type.Array(NonEmpty(240), {
        maxItems: MAX_TOOLS_PER_KIND,
        description:
          'IDs of integration tools that the model can call. Use `<integration id>/<tool id>` if several integrations have a tool with that ID.',
      }),
    ),
    record: Type.Array(Type.String()),
    initial: [],
    shown: true,
  }),
  task_mcp_tool_ids: asJson({
    input: Nullable(
      Type.Array(Id, { maxItems: MAX_TOOLS_PER_KIND, description: 'IDs of MCP tools that the model can call.' }),
    ),
    record: Type.Array(Id),
    initial: [],
    shown: true,
  }),
  tool_choice: plain({ input: Nullable(ToolChoice), record: Nullable(Type.String()), initial: null }),
};
