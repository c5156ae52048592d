import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { AgentUpdate } from '../../api/agents/schemas.ts';
import { TaskUpdate } from '../../api/tasks/schemas.ts';
import * as agents from '../../console/src/features/agents/draft.ts';
import { EXECUTION_INPUTS, type ExecutionFieldName } from '../../console/src/features/agents/execution-fields.ts';
import { MODEL_SETTINGS } from '../../console/src/features/models/model-settings.ts';
import { VISIBILITIES } from '../../console/src/features/subjects/visibility.ts';
import * as tasks from '../../console/src/features/tasks/draft.ts';
import { RETRIEVAL_SETTINGS } from '../../console/src/features/tasks/retrieval-settings.ts';
import { formatSetting, parseSetting, parseSettingsSchema, type Setting } from '../../console/src/lib/settings.ts';
import { agents as agentWords } from '../../console/src/messages/en/agents.ts';
import { building } from '../../console/src/messages/en/building.ts';
import { tasks as taskWords } from '../../console/src/messages/en/tasks.ts';
import { CONSOLE_FIELDS_FILE, formatConsoleFields } from '../../scripts/console-fields.ts';
import { EXCLUSIVE_ROLES } from '../../src/access/roles.ts';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import { TOOL_KINDS, TOOL_TYPES } from '../../src/agents/tools/index.ts';
import { LlmConfig } from '../../src/platform/models/llm-config.ts';
import type { Fields } from '../../src/platform/revision-fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import { GUARDRAIL_KINDS } from '../../src/tasks/guardrails/kinds/index.ts';
import { PROCESSOR_KINDS } from '../../src/tasks/processors/index.ts';
import { RAG_SETTINGS, Rag } from '../../src/tasks/rag/settings.ts';

interface Shape {
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Removes null from a schema. */
const omitNull = (shape: Shape | undefined): Shape =>
  shape?.anyOf?.find((one) => (one as { type?: string }).type !== 'null') ?? shape ?? {};
const getInputShape = (field: { readonly input: unknown }) => omitNull(field.input as Shape);
/** Defaults of the fields that a body has. */
const listDefaults = (fields: Fields, body: object) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) =>
      initial === undefined || !Object.hasOwn(body, name) ? [] : [[name, initial]],
    ),
  );
const listFieldNames = (shape: Shape | undefined) => Object.keys(omitNull(shape).properties ?? {}).sort();

const GUARDRAILS = {
  input: [{ guardrail: 'length', action: 'block', config: { max_characters: 10 } }],
  output: [{ guardrail: 'topics', action: 'flag', config: { topics: [{ name: 'war' }] } }],
};
const SETTINGS = { temperature: 0.5, stop: ['\n'], seed: null };
const MODEL = '01920000-0000-7000-8000-000000000001';
const ID = '01920000-0000-7000-8000-000000000002';

/** Fields that other pages set, or none, with where. */
const TASK_ELSEWHERE = {
  access_token: 'the record has it, and it is sent back as it is or not at all',
  rotate_access_token: 'features/tasks/access-token.tsx',
  active_revisions: 'features/tasks/serving-tab.tsx',
  release_gate: 'features/evals/gate-form.tsx',
  release_gate_override: 'features/evals/gate-refusal.tsx',
  test: 'marks what programs make for their tests, which lists leave out',
  integration_tool_ids: 'tools of a task are named through the API; an edit here keeps them',
  task_mcp_tool_ids: 'the same',
  tool_choice: 'the same',
};
const AGENT_ELSEWHERE = {
  active_revision_id: 'features/agents/agent-revisions.tsx',
  release_gate: 'features/evals/gate-form.tsx',
  release_gate_override: 'features/evals/gate-refusal.tsx',
  memory_strategy: 'only one is taken',
};

describe('the form of a task', () => {
  /** A revision with another value than the default in every field. */
  const REVISION: Record<keyof typeof TASK_REVISION_FIELDS, unknown> = {
    annotation: 'what changed',
    system_prompt: 'Be kind.',
    user_prompt: 'Say {a} about {b}.',
    llm_model_id: MODEL,
    llm_config: SETTINGS,
    fallback_llm_model_id: ID,
    fallback_llm_config: { max_tokens: 5 },
    max_wait: 'PT2H',
    output_modality: 'json',
    output_format: { mood: 'string' },
    image_required: true,
    optimise_images: false,
    file_input_mode: 'image',
    input_processors: [{ param_name: 'a', input_processor: 'url_fetcher', config: { fallback_text: '-' } }],
    rag: { collection_id: ID, rag_param: 'b', rag_config: { final_k: 3 } },
    guardrails: GUARDRAILS,
    task_forwarder_id: ID,
    integration_tool_ids: [],
    task_mcp_tool_ids: [],
    tool_choice: null,
  };
  const OWN = {
    name: 'Kind words',
    description: 'Says something.',
    enabled: false,
    public: true,
    exposed_to_agents: true,
    task_run_visibility: 'owner_only',
    tags: ['one, two', 'three'],
  };
  const draft = tasks.toDraft(OWN as never, REVISION as never);

  it('covers every field of the API, except those with a known other place', () => {
    const said = tasks.toBody({ ...draft, annotation: 'new', revision_tags: 'a' }, null);
    const known = [...Object.keys(said), ...Object.keys(TASK_ELSEWHERE)];
    expect(known.sort()).toEqual(Object.keys(TaskUpdate.properties).sort());
  });

  it('returns its input, and drops what applied to the previous revision only', () => {
    const { annotation, integration_tool_ids, task_mcp_tool_ids, tool_choice, ...kept } = REVISION;
    expect(tasks.toBody(draft, JSON.parse(draft.output_format))).toEqual({ ...OWN, ...kept });
  });

  it('has the defaults of the API if nothing is chosen', () => {
    const body = tasks.toBody(tasks.EMPTY_DRAFT, null);
    expect(body).toMatchObject(listDefaults(TASK_REVISION_FIELDS, body));
    const rag = { collection_id: ID, rag_param: '', rag_config: {} };
    expect(tasks.toBody({ ...tasks.EMPTY_DRAFT, rag, revision_tags: ' a, ,b' }, null)).toMatchObject({
      rag: { collection_id: ID },
      revision_tags: ['a', 'b'],
    });
  });

  it('offers every value of the enum fields', () => {
    const { output_modality, file_input_mode } = TASK_REVISION_FIELDS;
    expect([...tasks.MODALITIES].sort()).toEqual([...(getInputShape(output_modality).enum ?? [])].sort());
    expect([...tasks.FILE_MODES].sort()).toEqual([...(getInputShape(file_input_mode).enum ?? [])].sort());
    expect([...VISIBILITIES].sort()).toEqual(
      [...(omitNull(TaskUpdate.properties.task_run_visibility as Shape).enum ?? [])].sort(),
    );
  });

  it('covers the settings of retrieval and the input processors', () => {
    expect(names(RETRIEVAL_SETTINGS)).toEqual([...RAG_SETTINGS].sort());
    const shape = Type.Required(Rag.properties.rag_config as never) as unknown as Shape;
    for (const { name, options } of RETRIEVAL_SETTINGS) expect(options).toEqual(shape.properties?.[name]?.enum);
    expect(Object.keys(taskWords.processorNames).sort()).toEqual(PROCESSOR_KINDS.map(({ name }) => name).sort());
  });
});

describe('the form of an agent', () => {
  const RULE = {
    tool: 'pay*',
    tool_type: 'mcp',
    mode: 'always',
    on_reject: 'fail',
    expires_in: 'PT1H',
    approvers: ['owner'],
    approvals_needed: 2,
  };
  /** A value other than the initial one for each field. */
  const EXECUTION = Object.fromEntries(
    EXECUTION_INPUTS.map(([name, field]) => [
      name,
      field.input === 'choice' ? field.choices.at(-1) : field.input === 'integer' ? field.max : '1.5',
    ]),
  ) as Record<ExecutionFieldName, unknown>;
  const REVISION: Record<keyof typeof AGENT_REVISION_FIELDS, unknown> = {
    ...EXECUTION,
    instruction: 'Help.',
    llm_model_id: MODEL,
    fallback_llm_model_id: ID,
    max_wait: 'PT0S',
    llm_config: SETTINGS,
    memory_strategy: 'sliding_window',
    memory_config: { max_events: 9 },
    guardrails: GUARDRAILS,
    builtin_tools: ['http_request'],
    task_tools: [{ task_id: ID, is_output_formatter: true }],
    agent_tools: [{ task_agent_id: ID, task_agent_revision_id: MODEL }],
    skills: [{ skill_id: ID, skill_revision_id: MODEL }],
    mcp_servers: [{ task_mcp_server_id: ID, allowed_tool_ids: [MODEL] }],
    integrations: [{ project_integration_id: ID, allowed_tool_ids: ['a.b'] }],
    collections: [
      {
        collection_id: ID,
        filters: {},
        retrieval_mode: 'iterative',
        max_retrieval_steps: 2,
        max_retrieval_credits: 1,
        passage_context: 'section',
      },
    ],
    approval_policy: { default: 'always', rules: [RULE], idempotent: ['get_*'] },
  };
  const OWN = {
    name: 'Helper',
    description: 'Helps.',
    tags: ['one, two'],
    task_agent_run_visibility: 'editors_and_owners',
  };
  const draft = agents.toDraft(OWN as never, REVISION as never);

  it('covers every field of the API, except those with a known other place', () => {
    const known = [...Object.keys(agents.toBody(draft)), ...Object.keys(AGENT_ELSEWHERE)];
    expect(known.sort()).toEqual(Object.keys(AgentUpdate.properties).sort());
  });

  it('follows the schemas of its fields, with a text for each choice', () => {
    const generated = readFileSync(new URL(`../../${CONSOLE_FIELDS_FILE}`, import.meta.url), 'utf8');
    expect(generated, 'run: npm run client').toBe(formatConsoleFields());
    const texts: Readonly<Record<string, object>> = agentWords.fieldChoices;
    for (const [name, field] of EXECUTION_INPUTS)
      if (field.input === 'choice')
        expect(Object.keys(texts[name] ?? {}).sort()).toEqual(field.choices.filter((choice) => choice !== '').sort());
  });

  it('returns its input', () => {
    const { memory_strategy, ...kept } = REVISION;
    expect(agents.toBody(draft)).toEqual({ ...OWN, ...kept });
  });

  it('has the defaults of the API if nothing is chosen', () => {
    const body = agents.toBody(agents.EMPTY_DRAFT);
    const attached = Object.fromEntries(TOOL_KINDS.map(({ field, initial }) => [field, initial ?? []]));
    expect(body).toMatchObject({ ...listDefaults(AGENT_REVISION_FIELDS, body), ...attached });
  });

  it('covers every field of a rule with its values', () => {
    const rule = omitNull(getInputShape(AGENT_REVISION_FIELDS.approval_policy).properties?.rules).items;
    expect(Object.keys(RULE).sort()).toEqual(listFieldNames(rule));
    expect([...agents.TOOL_TYPES]).toEqual([...TOOL_TYPES]);
    expect([...agents.APPROVERS]).toEqual([...EXCLUSIVE_ROLES]);
    expect(listFieldNames(getInputShape(AGENT_REVISION_FIELDS.approval_policy))).toEqual([
      'default',
      'idempotent',
      'rules',
    ]);
    expect(listFieldNames(getInputShape(AGENT_REVISION_FIELDS.memory_config))).toEqual(['max_events']);
  });

  it('covers every kind of tools, with its description', () => {
    const attached = TOOL_KINDS.flatMap(({ field }) => (field === 'builtin_tools' ? [] : [field]));
    expect(Object.keys(agents.ATTACHMENT_ID_FIELDS).sort()).toEqual(attached.sort());
    for (const { field, input } of TOOL_KINDS) {
      if (field === 'builtin_tools') continue;
      const [entry] = REVISION[field] as object[];
      expect(Object.keys(entry ?? {}).sort(), field).toEqual(listFieldNames(input as Shape));
    }
  });
});

const names = (settings: readonly Setting[]) => settings.map(({ name }) => name).sort();

describe('a settings form', () => {
  it('of a model covers the settings of the API, with labels', () => {
    expect(names(MODEL_SETTINGS)).toEqual(Object.keys(LlmConfig.properties).sort());
    expect(Object.keys(building.modelSettings).sort()).toEqual(names(MODEL_SETTINGS));
    const shapes = LlmConfig.properties as unknown as Readonly<Record<string, Shape>>;
    for (const { name, options } of MODEL_SETTINGS)
      expect([...(options ?? [])].sort(), name).toEqual([...(omitNull(shapes[name]).enum ?? [])].sort());
  });

  it('of guardrails and input processors has a labelled field for each setting', () => {
    const kinds = [...GUARDRAIL_KINDS, ...PROCESSOR_KINDS].map(({ name, config }) => ({
      name,
      of: parseSettingsSchema(config),
    }));
    expect(kinds.filter(({ of }) => of.some(({ type }) => type === 'json'))).toEqual([]);
    const used = kinds.flatMap(({ of }) => of.flatMap((one) => [one.name, ...names(one.columns ?? [])]));
    expect([...new Set([...used, ...RAG_SETTINGS])].sort()).toEqual(Object.keys(building.settings).sort());
  });

  it('has an input of the type of each setting', () => {
    const ofKind = (name: string) => parseSettingsSchema(GUARDRAIL_KINDS.find((kind) => kind.name === name)?.config);
    expect(ofKind('language')).toEqual([{ name: 'allowed', type: 'lines', required: true }]);
    expect(ofKind('topics')).toMatchObject([
      {
        name: 'topics',
        type: 'rows',
        required: true,
        columns: [{ name: 'name', required: true }, { name: 'description' }],
      },
      { name: 'llm_model_id', type: 'model' },
    ]);
    expect(ofKind('personal_data').map(({ type }) => type)).toEqual(['choices', 'lines', 'text']);
    expect(ofKind('length')[0]).toEqual({ name: 'min_characters', type: 'number' });
  });

  it('parses what it formats', () => {
    const values: [Setting['type'], unknown, string][] = [
      ['number', 0.5, '0.5'],
      ['lines', ['a', 'b'], 'a\nb'],
      ['json', ['\n'], '[\n  "\\n"\n]'],
      ['text', 'a', 'a'],
      ['text', undefined, ''],
    ];
    for (const [type, value, text] of values) {
      expect(formatSetting({ type }, value)).toBe(text);
      expect(parseSetting({ type }, text)).toEqual(value);
    }
    expect(parseSetting({ type: 'json' }, '[')).toBe('[');
    expect(parseSetting({ type: 'lines' }, 'a\n\nb\n')).toEqual(['a', 'b']);
  });
});
