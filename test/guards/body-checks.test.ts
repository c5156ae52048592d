import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import type { Operation } from '../../api/operation.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Json, openWorld, type World } from '../support/client.ts';
import { createFixture, type Fixture, runInLanes, send } from './fixture.ts';

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(() => world.close());

/** Values that match the schema but violate a rule beyond it, and the place of that problem. */
interface Case {
  readonly fields: (ids: Fixture['ids']) => Json;
  readonly place: string;
  /** Field that gets a value of the wrong type. Default: the first one that `fields` lacks. */
  readonly wrong?: string;
}

const PAST = '2020-01-01T00:00:00Z';
const LONG_TAG = 'a tag that is far too long';
const TAG: Case = { fields: () => ({ parent_id: newId() }), place: 'parent_id' };
const SHARE: Case = { fields: () => ({ expires_at: PAST }), place: 'expires_at' };
const EXCLUSION = (field: string): Case => ({ fields: () => ({ [field]: 'nobody' }), place: field });
const SCORERS: Case = { fields: () => ({ scorers: [{ scorer: 'none' }] }), place: 'scorers.0.scorer' };
const DOCUMENT: Case = {
  fields: () => ({ text: 'a', collection_ids: [newId()] }),
  place: 'collection_ids.0',
  wrong: 'tags',
};
const CLIENT: Case = { fields: () => ({ redirect_uris: ['nope'] }), place: 'redirect_uris.0' };
const EVAL: Case = { fields: () => ({ candidate_revision_id: newId() }), place: 'candidate_revision_id' };
const QUERY: Case = { fields: () => ({ query: 'a', rerank_model: 'none' }), place: 'rerank_model' };
const FORWARDER: Case = {
  fields: () => ({ type: 'webhook', config: { url: 'http://127.0.0.1:9/' }, config_sensitive: { signing_key: 'a' } }),
  place: 'config_sensitive.signing_key',
};

const CASES: Readonly<Record<string, Case>> = {
  'approval_request.approve': { fields: () => ({ expires_at: PAST }), place: 'expires_at' },
  'approval_request.resume': { fields: () => ({ session_id: newId() }), place: 'session_id' },
  'collection.create': { fields: () => ({ embedding_model: 'none' }), place: 'embedding_model' },
  'collection.query': QUERY,
  'collection.tag.create': TAG,
  'collection.tag.update': TAG,
  'collection.update': { fields: () => ({ tags: [LONG_TAG] }), place: 'tags.0' },
  'collections.query': QUERY,
  'credit_budget.set': { fields: () => ({ task_id: newId() }), place: 'task_id' },
  'credit_entry.book': { fields: () => ({ kind: 'grant', amount: '-5' }), place: 'amount' },
  'document.create': DOCUMENT,
  'document.replace_content': { fields: () => ({}), place: 'files', wrong: 'media_type' },
  'document.tag.create': TAG,
  'document.tag.update': TAG,
  'document.update': { fields: () => ({ tags: [LONG_TAG] }), place: 'tags.0' },
  'document.upload': DOCUMENT,
  'identity.api_key.create': { fields: () => ({ scopes: ['nope'] }), place: 'scopes.0' },
  'integration.create': {
    fields: () => ({ type: 'github', config: { base_url: 'https://a.example' } }),
    place: 'config.base_url',
  },
  'integration.update': { fields: () => ({ config: { enabled_tools: ['nope'] } }), place: 'config.enabled_tools.0' },
  'knowledge_source.create': { fields: () => ({ schedule: 'PT1S' }), place: 'schedule' },
  'knowledge_source.update': { fields: () => ({ schedule: 'PT1S' }), place: 'schedule' },
  'model_exclusion.exclude_by_id': EXCLUSION('model_id'),
  'model_exclusion.exclude_by_provider': EXCLUSION('provider'),
  'model_exclusion.exclude_by_vendor': EXCLUSION('vendor'),
  'oauth_client.create': CLIENT,
  'oauth_client.rotate_secret': CLIENT,
  'oauth_client.update': CLIENT,
  'organization.create': {
    fields: () => ({ auto_topup_config: { enabled: true, threshold: '0', amount: '5' } }),
    place: 'auto_topup_config.threshold',
    wrong: 'contact_email',
  },
  'organization.update': {
    fields: () => ({ auto_topup_config: { enabled: true, threshold: '0', amount: '5' } }),
    place: 'auto_topup_config.threshold',
  },
  'organization_model_exclusion.exclude_by_id': EXCLUSION('model_id'),
  'organization_model_exclusion.exclude_by_provider': EXCLUSION('provider'),
  'organization_model_exclusion.exclude_by_vendor': EXCLUSION('vendor'),
  'project.config.update': { fields: () => ({ llm: 'none' }), place: 'llm' },
  'project.update': { fields: () => ({ avatar_url: 'https://a.example/b.png' }), place: 'avatar_url' },
  'run.resume': { fields: () => ({ waiting_for: 'approval' }), place: 'waiting_for' },
  'scrape.start': { fields: () => ({ urls: ['nope'] }), place: 'urls.0' },
  'skill.create': { fields: () => ({ reference_docs: { 'SKILL.md': 'a' } }), place: 'reference_docs.SKILL.md' },
  'skill.update': { fields: () => ({ tags: ['other'] }), place: 'tags' },
  'skill_revision.create': {
    fields: () => ({ reference_docs: { 'SKILL.md': 'a' } }),
    place: 'reference_docs.SKILL.md',
  },
  'task.create': { fields: () => ({ task_forwarder_id: newId() }), place: 'task_forwarder_id' },
  'task.eval_case.create': { fields: () => ({ task_input: {}, replaces: newId() }), place: 'replaces' },
  'task.eval_run.create': EVAL,
  'task.eval_set.create': SCORERS,
  'task.eval_set.update': SCORERS,
  'task.rollback': { fields: () => ({ serving_id: newId() }), place: 'serving_id' },
  'task.share.create': SHARE,
  'task.tag.create': TAG,
  'task.tag.update': TAG,
  'task.update': { fields: () => ({ task_forwarder_id: newId() }), place: 'task_forwarder_id' },
  'task_agent.create': { fields: () => ({ builtin_tools: ['nope'] }), place: 'builtin_tools.0' },
  'task_agent.eval_case.create': { fields: () => ({ message: 'Hi', replaces: newId() }), place: 'replaces' },
  'task_agent.eval_run.create': EVAL,
  'task_agent.eval_set.create': SCORERS,
  'task_agent.eval_set.update': SCORERS,
  'task_agent.policy_dry_run': {
    fields: () => ({ approval_policy: { rules: [{ tool: '*', mode: 'always', expires_in: 'soon' }] } }),
    place: 'approval_policy.rules.0.expires_in',
  },
  'task_agent.share.create': SHARE,
  'task_agent.tag.create': TAG,
  'task_agent.tag.update': TAG,
  'task_agent.update': { fields: () => ({ builtin_tools: ['nope'] }), place: 'builtin_tools.0' },
  'task_forwarder.create': FORWARDER,
  'task_forwarder.update': FORWARDER,
  'task_mcp_server.create': { fields: () => ({ server_url: 'ftp://a.example' }), place: 'server_url' },
  'task_mcp_server.discover': {
    fields: () => ({ server_url: 'ftp://a.example' }),
    place: 'server_url',
    wrong: 'api_key',
  },
  'task_mcp_server.update': { fields: () => ({ server_url: 'https://b.example' }), place: 'server_url' },
  'task_mcp_tool.create': { fields: () => ({ task_mcp_server_id: newId() }), place: 'task_mcp_server_id' },
  'task_mcp_tool.update': { fields: () => ({ tool_name: 'other' }), place: 'tool_name' },
  'task_run.create': { fields: () => ({ task_input: {} }), place: 'task_input.text' },
  'trigger.schedule.create': { fields: () => ({ timezone: 'Mars/Olympus' }), place: 'timezone' },
  'trigger.schedule.update': { fields: () => ({ timezone: 'Mars/Olympus' }), place: 'timezone' },
  'trigger.webhook.create': {
    fields: () => ({ target_type: 'task', target_id: newId() }),
    place: 'target_id',
  },
  'trigger.webhook.update': { fields: () => ({ target_id: newId() }), place: 'target_id' },
  'user.update': { fields: () => ({ email: 'other@example.com' }), place: 'email' },
};

const SCHEMA_ONLY = 'its schema has all rules; what else it rejects is no 422 of the body';
/** Operations with several fields that declare no checks, and the reason. */
const UNCHECKED: Readonly<Record<string, string>> = {
  'document.embedding.update': SCHEMA_ONLY,
  'identity.reset_password': SCHEMA_ONLY,
  'identity.sign_in': SCHEMA_ONLY,
  'identity.sign_up': SCHEMA_ONLY,
  'identity.verify_address': SCHEMA_ONLY,
  'knowledge_source.decide_removals': SCHEMA_ONLY,
  'organization_invite.create': 'unknown roles are a 400',
  'partner.create': SCHEMA_ONLY,
  'partner.update': SCHEMA_ONLY,
  'reporting_group.create': SCHEMA_ONLY,
  'reporting_group.update': SCHEMA_ONLY,
  'task_agent_run.create': SCHEMA_ONLY,
  'task_agent_run.feedback.create': SCHEMA_ONLY,
  'task_agent_run.feedback.update': SCHEMA_ONLY,
  'task_run.feedback.create': SCHEMA_ONLY,
  'task_run.feedback.update': SCHEMA_ONLY,
  'openai_chat.create': 'the error format of OpenAI names one problem',
  'openai_response.create': 'the error format of OpenAI names one problem',
  'user.password.change': 'each check of the current password counts as an attempt',
};

/** A field with a problem of its schema and one beyond it, and the places of both. */
interface NestedCase {
  readonly field: (ids: Fixture['ids']) => Json;
  readonly schemaPlace: string;
  readonly place: string;
}

/** The invalid item comes first, so that the other one is checked at another index than it has. */
const ITEMS = (name: string, second: (ids: Fixture['ids']) => unknown, inner = ''): NestedCase => ({
  field: (ids) => ({ [name]: [[], second(ids)] }),
  schemaPlace: `${name}.0`,
  place: `${name}.1${inner}`,
});
const RULES = (name: string): NestedCase => ({
  field: () => ({ [name]: { default: 'always', rules: [[], { tool: '*', mode: 'always', expires_in: 'soon' }] } }),
  schemaPlace: `${name}.rules.0`,
  place: `${name}.rules.1.expires_in`,
});
const TAGS = ITEMS('tags', () => LONG_TAG);
const URIS = ITEMS('redirect_uris', () => 'nope');
const NESTED_SCORERS = ITEMS('scorers', () => ({ scorer: 'none' }), '.scorer');
const TOOL_IDS = ITEMS('integration_tool_ids', () => newId());
const ASSETS: NestedCase = {
  field: () => ({ assets: { 'a.png': 5, 'b.png': { content: '!' } } }),
  schemaPlace: 'assets.a.png',
  place: 'assets.b.png.content',
};
const MAPPING: NestedCase = {
  field: () => ({ payload_mapping: { text: 5, other: 'nowhere' } }),
  schemaPlace: 'payload_mapping.text',
  place: 'payload_mapping.other',
};
const FILTERS: NestedCase = {
  field: () => ({ filters: { document_ids: [newId()], tags: 5 } }),
  schemaPlace: 'filters.tags',
  place: 'filters.document_ids.0',
};
const ENABLED_TOOLS: NestedCase = {
  field: () => ({ config: { enabled_tools: ['nope', []] } }),
  schemaPlace: 'config.enabled_tools.1',
  place: 'config.enabled_tools.0',
};

const NESTED: Readonly<Record<string, NestedCase>> = {
  'collection.create': TAGS,
  'collection.query': FILTERS,
  'collection.update': TAGS,
  'collections.query': ITEMS('collection_ids', () => newId()),
  'document.create': TAGS,
  'document.update': TAGS,
  'document.upload': ITEMS('collection_ids', () => newId()),
  'identity.api_key.create': ITEMS('scopes', () => 'nope'),
  'integration.create': { ...ENABLED_TOOLS, field: () => ({ type: 'github', ...ENABLED_TOOLS.field({}) }) },
  'integration.update': ENABLED_TOOLS,
  'knowledge_source.create': ITEMS('collection_ids', () => newId()),
  'knowledge_source.update': ITEMS('collection_ids', () => newId()),
  'oauth_client.create': URIS,
  'oauth_client.rotate_secret': URIS,
  'oauth_client.update': URIS,
  'organization.create': RULES('approval_floor'),
  'organization.update': RULES('approval_floor'),
  'project.config.update': {
    field: () => ({ chat_guardrails: { input: [[], 'none'] } }),
    schemaPlace: 'chat_guardrails.input.0',
    place: 'chat_guardrails.input.1',
  },
  'scrape.start': ITEMS('urls', () => 'nope'),
  'skill.create': ASSETS,
  'skill_revision.create': ASSETS,
  'task.create': TOOL_IDS,
  'task.eval_run.create': NESTED_SCORERS,
  'task.eval_set.create': NESTED_SCORERS,
  'task.eval_set.update': NESTED_SCORERS,
  'task.update': TOOL_IDS,
  'task_agent.create': ITEMS('task_tools', () => ({ task_id: newId() }), '.task_id'),
  'task_agent.eval_run.create': NESTED_SCORERS,
  'task_agent.eval_set.create': NESTED_SCORERS,
  'task_agent.eval_set.update': NESTED_SCORERS,
  'task_agent.policy_dry_run': RULES('approval_policy'),
  'task_agent.update': ITEMS('integrations', () => ({ project_integration_id: newId() }), '.project_integration_id'),
  'task_run.create': {
    field: () => ({ task_input: { text: 'a' }, task_files: [[], { name: 'a.txt', content: '!' }] }),
    schemaPlace: 'task_files.0',
    place: 'task_files.1.content',
  },
  'trigger.webhook.create': { ...MAPPING, field: () => ({ auth_method: 'none', ...MAPPING.field({}) }) },
  'trigger.webhook.update': MAPPING,
};

const NO_SCHEMA_WITHIN = 'the schema accepts every object, so its checks find all problems';
/** Operations whose nested fields cannot have both kinds of problems, and the reason. */
const NOT_NESTED: Readonly<Record<string, string>> = {
  'approval_request.approve': NO_SCHEMA_WITHIN,
  'skill.update': 'its tags are only compared as a whole',
  'task.eval_case.create': NO_SCHEMA_WITHIN,
  'task_agent.eval_case.create': SCHEMA_ONLY,
  'task_forwarder.create': NO_SCHEMA_WITHIN,
  'task_forwarder.update': NO_SCHEMA_WITHIN,
  'trigger.schedule.create': NO_SCHEMA_WITHIN,
  'trigger.schedule.update': NO_SCHEMA_WITHIN,
  'user.update': SCHEMA_ONLY,
};

const listFields = ({ request }: Operation) => Object.keys((request.body as Json)?.properties ?? {});
const isIam = ({ id }: Operation) => id.includes('.iam.');

const isNested = (schema: Json): boolean =>
  (schema.anyOf ?? [schema]).some(({ type }: Json) => ['array', 'object'].includes(type));
const listNestedFields = ({ request }: Operation) =>
  Object.values((request.body as Json)?.properties ?? {}).filter(isNested);

/** Sends a body to an operation. Returns the places of its problems. */
async function findPlaces(id: string, createBody: (op: Operation, ids: Fixture['ids']) => Json) {
  const op = OPERATIONS.find((candidate) => candidate.id === id);
  if (!op) throw new Error(`${id} is gone`);
  const { status, body, text } = await send(fixture.tenant.owner, op, fixture.ids, createBody(op, fixture.ids));
  const places: string[] = status === 422 ? body.detail.map(({ loc }: Json) => loc.slice(1).join('.')) : [];
  return { op, places, shown: `${id}: ${status} ${text.slice(0, 400)}` };
}

describe('one 422 names the problems of the schema and those beyond it', () => {
  it('for every operation with several fields, or there is a reason why not', () => {
    const several = OPERATIONS.filter((op) => listFields(op).length > 1 && !isIam(op));
    const checked = several.filter((op) => op.request.checks !== undefined);
    expect(checked.map(({ id }) => id).toSorted()).toEqual(Object.keys(CASES).toSorted());
    const others = several.filter((op) => op.request.checks === undefined).map((op) => op.id);
    expect(others.toSorted()).toEqual(Object.keys(UNCHECKED).toSorted());
    const nested = checked.filter((op) => listNestedFields(op).length > 0).map(({ id }) => id);
    expect(nested.toSorted()).toEqual([...Object.keys(NESTED), ...Object.keys(NOT_NESTED)].toSorted());
  });

  it('in one response of each', async () => {
    const wrong = await runInLanes(Object.entries(CASES), async ([id, { fields, place, wrong }]) => {
      let field = wrong;
      const { places, shown } = await findPlaces(id, (op, ids) => {
        const body = fields(ids);
        field ??= listFields(op).find((name) => !Object.hasOwn(body, name));
        return { ...body, [field ?? '']: [[]] };
      });
      return places.includes(place) && places.some((at) => at.split('.')[0] === field) ? undefined : shown;
    });
    expect(wrong).toEqual([]);
  });

  it('within one field, and no problems that only follow from its invalid parts', async () => {
    const wrong = await runInLanes(Object.entries(NESTED), async ([id, { field, schemaPlace, place }]) => {
      const { op, places, shown } = await findPlaces(id, (_op, ids) => field(ids));
      const name = place.split('.')[0] ?? '';
      const missing = (op.request.body as Json).required ?? [];
      const others = places.filter((at) => at !== place && !at.startsWith(schemaPlace) && !missing.includes(at));
      const isExpected = places.includes(place) && places.some((at) => at.startsWith(schemaPlace));
      return isExpected && others.every((at) => at.split('.')[0] !== name) ? undefined : shown;
    });
    expect(wrong).toEqual([]);
  });
});
