import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../api/modules.ts';
import type { Operation } from '../../api/operation.ts';
import { listParameters } from '../../api/path.ts';
import { recordVersion } from '../../src/knowledge/documents/versions.ts';
import { TRIGGER_TYPES } from '../../src/triggers/kinds/index.ts';
import type { ApiResponse, Client, Json, Tenant, World } from '../support/client.ts';
import { runEval } from '../support/evals.ts';
import { addFile } from '../support/files.ts';
import { addDelivery } from '../support/forwarders.ts';
import { createSession } from '../support/identity.ts';
import { addDocument, addKnowledgeQuery, addSourceRun } from '../support/knowledge.ts';
import { addTriggerEvent } from '../support/triggers.ts';

/** A tenant with one of each resource that a path can name. */
export interface Fixture {
  readonly tenant: Tenant;
  /** Values of the path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

async function made(answer: Promise<{ status: number; body: Json; text: string }>): Promise<Json> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`the fixture could not be made: ${status} ${text}`);
  return body;
}

/** A local address without a listener. */
const NOBODY = 'http://127.0.0.1:9/mcp';

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates a tenant with a task, a run with a file, an agent, and a run of it that waits for a person. */
export async function createFixture(world: World): Promise<Fixture> {
  const tenant = await world.tenant();
  const { owner, orgId } = tenant;
  const below = await fillProject(world, tenant);
  const name = `fixture-${randomUUID()}`;
  const partner = await made(owner.post('/partner', { name: 'Fixture', description: '' }));
  const invite = await made(owner.post(`/org/${orgId}/invite`, { email_address: `${name}@example.com` }));
  const domain = await made(owner.post(`/org/${orgId}/domains`, { domain: `${name}.example` }));
  await made(owner.post(`/org/${orgId}/model/exclude/by-provider`, { provider: 'openai' }));
  const ids = {
    ...below,
    org_invite_id: invite.id,
    domain_id: domain.id,
    partner_id: partner.id,
    variable: 'TEST_MODEL_KEY',
  };
  return { tenant, ids };
}

/** The example body of a new trigger of a kind, adapted to the fixture. */
export function getTriggerExample(type: string, ids: Readonly<Record<string, string>>): Json {
  const op = OPERATIONS.find(({ id }) => id === `trigger.${type}.create`);
  if (!op) throw new Error(`there is no operation trigger.${type}.create`);
  return getExample(op, ids);
}

/**
 * A trigger of each kind with an event, from the example of its operation, and an endpoint that accepts any request.
 */
async function createTriggers(world: World, tenant: Tenant, taskId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const create = (type: string, fields: object = {}) =>
    made(
      tenant.owner.post(`${tenant.project}/trigger/${type}`, {
        ...getTriggerExample(type, { task_id: taskId }),
        ...fields,
      }),
    );
  for (const type of TRIGGER_TYPES) {
    const { id } = await create(type);
    ids[`${type}_trigger_id`] = id;
    ids[`${type}_event_id`] = await addTriggerEvent(world, tenant, id);
  }
  const open: Json = await create('webhook', { auth_method: 'none', payload_mapping: { text: 'header:host' } });
  return { ...ids, endpoint: open.endpoint.split('/').at(-1) };
}

/** Another project of the same organization with the same resources; those of the organization are shared. */
export async function createSibling(world: World, { tenant, ids }: Fixture): Promise<Fixture> {
  const project = await made(tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Sibling' }));
  const sibling = { ...tenant, projectId: project.id, project: `/org/${tenant.orgId}/project/${project.id}` };
  return { tenant: sibling, ids: { ...ids, ...(await fillProject(world, sibling)) } };
}

/** Creates one of each resource that a path can name below a project. */
async function fillProject(world: World, tenant: Tenant): Promise<Record<string, string>> {
  const { owner, project } = tenant;
  const key = `fixture-${randomUUID()}`;
  await world.model.script(key, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
  const task = await made(
    owner.post(`${project}/task`, {
      name: 'Fixture',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: '{text}',
      file_input_mode: 'any',
    }),
  );
  const open = { name: 'Open', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
  const publicTask = await made(owner.post(`${project}/task`, { ...open, public: true, exposed_to_agents: true }));
  const { project_key } = await made(owner.get(project));
  const image = { name: 'a.png', content: PIXEL };
  const run = await made(
    owner.post(`${project}/task/${task.id}/run`, { task_input: { text: 'x' }, task_files: [image] }),
  );
  const agent = await made(
    owner.post(`${project}/task-agent`, {
      name: 'Fixture',
      instruction: 'Help.',
      llm_model_id: 'scripted',
      approval_policy: { rules: [{ tool: 'calculator', mode: 'always' }] },
    }),
  );
  const held = await made(
    owner.post(`${project}/task-agent/${agent.id}/run`, { message: `Go ${world.model.marker(key)}` }),
  );
  const picture = { name: 'a.png', mediaType: 'image/png', data: Buffer.from(PIXEL, 'base64') };
  await addFile(world, tenant, { type: 'agent_run', id: held.id }, picture);
  const tag = async (stem: string, name: string) =>
    (await made(owner.post(`${project}/${stem}/tag`, { name }))).id as string;
  const apiKey = await made(owner.post(`${project}/api_key`, { name: 'Fixture' }));
  const oauthClient = await made(owner.post(`${project}/oauth_client`, { name: 'Fixture' }));
  const skill = await made(owner.post(`${project}/skill`, { display_name: 'Fixture', instructions: '# Fixture' }));
  const mcpServer = () => made(owner.post(`${project}/task_mcp_server`, { name: 'Fixture', server_url: NOBODY }));
  const server = await mcpServer();
  // A tool of a separate server that is never deleted.
  const named = { name: 'Fixture', task_mcp_server_id: (await mcpServer()).id, tool_name: 'fixture' };
  const mcpTool = await made(owner.post(`${project}/task_mcp_tool`, named));
  const hook = { type: 'webhook', name: 'Fixture', config: { url: NOBODY } };
  const forwarder = await made(owner.post(`${project}/task_forwarder`, hook));
  const integration = await made(owner.post(`${project}/integration`, { type: 'github' }));
  const [shared] = (await made(owner.get('/skills?page_limit=1'))).results;
  const document = await addDocument(world, tenant);
  const { group_id } = await made(owner.get(`${project}/document/${document.id}`));
  await recordVersion(world.db, document.id);
  const [version] = (await made(owner.get(`${project}/document/${document.id}/version`))).results;
  const source = await made(owner.post(`${project}/scrape`));
  await made(owner.post(`${project}/knowledge_source/${source.id}`, { config: { urls: [NOBODY] } }));
  const collection = await made(
    owner.post(`${project}/collection`, { title: 'Fixture', document_embedding_instance_ids: [document.id] }),
  );
  await made(owner.post(`${project}/model/exclude/by-provider`, { provider: 'openai' }));
  const taskShare = await made(owner.post(`${project}/task/${task.id}/share`, { task_run_id: run.id }));
  const agentShare = await made(owner.post(`${project}/task-agent/${agent.id}/share`, {}));
  const guest = await tenant.member({ org: 'member' });
  const member = `user:${guest.userId}`;
  const { id: clientId } = oauthClient;
  const securables = [
    `/task/${task.id}`,
    `/task-agent/${agent.id}`,
    `/skill/${skill.id}`,
    `/task_mcp_server/${server.id}`,
    `/integration/${integration.id}`,
    `/task_forwarder/${forwarder.id}`,
    `/document/${document.id}`,
    `/collection/${collection.id}`,
    `/oauth_client/${clientId}`,
  ];
  for (const resource of ['', ...securables])
    await made(owner.post(`${project}${resource}/iam/members/${member}`, { add: ['viewer'] }));
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'a.png');
  const pictured = await made(owner.post(`${project}/avatar`, form));
  const audited = await made(owner.get(`${project}/audit_event?page_limit=1`));
  const said = { name: 'fixture', value: false };
  const onTaskRun = await made(owner.post(`${project}/task/${task.id}/run/${run.id}/feedback`, said));
  const onAgentRun = await made(owner.post(`${project}/task-agent/${agent.id}/run/${held.id}/feedback`, said));
  const evals = await Promise.all([
    createEvalSet(tenant, `${project}/task/${task.id}`, 'task'),
    createEvalSet(tenant, `${project}/task-agent/${agent.id}`, 'task_agent'),
  ]);
  const ids = {
    org_id: tenant.orgId,
    project_id: tenant.projectId,
    ...Object.assign({}, ...evals),
    task_id: task.id,
    public_task_id: publicTask.id,
    project_key,
    task_run_id: run.id,
    task_revision_id: task.revisions[0].id,
    task_run_feedback_id: onTaskRun.id,
    task_agent_run_feedback_id: onAgentRun.id,
    credit_budget_id: (await made(owner.post(`${project}/credit_budget`, { period: 'month', amount: '500' }))).id,
    file_name: 'a.png',
    task_share_id: taskShare.id,
    task_short_id: taskShare.short_id,
    task_agent_share_id: agentShare.id,
    task_agent_short_id: agentShare.short_id,
    task_agent_id: agent.id,
    revision_id: agent.active_revision_id,
    skill_id: skill.id,
    skill_revision_id: skill.active_revision_id,
    catalog_skill_id: shared.id,
    catalog_revision_id: shared.active_revision_id,
    integration_id: integration.id,
    task_forwarder_id: forwarder.id,
    forward_delivery_id: (await addDelivery(world, tenant, forwarder.id, run)).id,
    task_mcp_server_id: server.id,
    task_mcp_tool_id: mcpTool.id,
    document_id: document.id,
    collection_id: collection.id,
    group_id,
    embedding_id: document.chunkId,
    document_version_id: version.id,
    collections_knowledge_query_id: await addKnowledgeQuery(world, tenant, { collections: { collectionIds: null } }),
    collection_knowledge_query_id: await addKnowledgeQuery(world, tenant, { collection_id: collection.id }),
    document_knowledge_query_id: await addKnowledgeQuery(world, tenant, { document_id: document.id }),
    knowledge_source_id: source.id,
    sync_run_id: (await addSourceRun(world, tenant, source.id)).id,
    slug: 'github',
    ...(await createTriggers(world, tenant, task.id)),
    run_id: held.id,
    session_id: held.session_id,
    approval_request_id: held.approval_requests[0].id,
    api_key_id: apiKey.id,
    user_session_id: await createSession(world, tenant.userId),
    oauth_client_id: oauthClient.id,
    task_tag_id: await tag('task', 'fixture'),
    task_agent_tag_id: await tag('task-agent', 'fixture'),
    document_tag_id: await tag('document', 'fixture'),
    collection_tag_id: await tag('collection', 'fixture'),
    tag_id: await tag('task', 'to be deleted'),
    client_id: oauthClient.id,
    model_id_or_name: 'scripted',
    model: 'task/Fixture',
    response: 'resp_unknown',
    rule_type: 'provider',
    value: 'openai',
    member,
    audit_event_id: audited.results[0].id,
    avatar: pictured.avatar_url.split('/').at(-1),
  };
  return { ...ids, ...(await createPlainResources(tenant, ids)) };
}

/** Creates the resources of a project that need no more than the example of their operation. */
async function createPlainResources({ owner }: Tenant, ids: Readonly<Record<string, string>>) {
  const created: Record<string, string> = {};
  const creating = OPERATIONS.filter(({ id, path }) => id.endsWith('.create') && path.includes('/{project_id}/'));
  for (const op of creating) {
    const item = OPERATIONS.find(({ path }) => path.slice(0, path.lastIndexOf('/')) === op.path && path.endsWith('}'));
    const slot = item && toSlot(item, listParameters(item.path).at(-1) ?? '');
    if (slot === undefined || slot in ids) continue;
    const example = getExample(op, ids);
    // Tests create one from the example, whose name may be unique.
    const body = 'name' in example ? { ...example, name: 'Fixture' } : example;
    created[slot] = (await made(owner.post(toPath(op, ids), body))).id;
  }
  return created;
}

/** A set with a case, and an eval of it that has ended. */
export async function createEvalSet({ owner }: Tenant, path: string, kind: 'task' | 'task_agent') {
  const [input, prefix] = kind === 'task' ? [{ task_input: { text: 'x' } }, ''] : [{ message: 'x' }, 'task_agent_'];
  const runs = kind === 'task' ? { task_run_ids: [] } : { task_agent_run_ids: [] };
  const set = await made(
    owner.post(`${path}/eval/set`, { name: 'Fixture', ...runs, cases: [{ ...input, expected: 'y' }] }),
  );
  const cases = await made(owner.get(`${path}/eval/set/${set.id}/case`));
  const run = await runEval({ owner }, path, { eval_set_id: set.id });
  return {
    [`${prefix}eval_set_id`]: set.id,
    [`${kind}_eval_case_id`]: cases.results[0].id,
    [`${prefix}eval_run_id`]: run.id,
    [`${kind}_eval_result_id`]: run.results[0].id,
  };
}

/**
 * Runs the work for every item, eight at a time, because most of the time is waiting for the server. Returns
 * the results. An item that fails ends only its own lane, and no lane outlives the test.
 */
export async function runInLanes<T, Found>(
  items: readonly T[],
  work: (item: T) => Promise<Found>,
): Promise<Exclude<Found, undefined>[]> {
  const queue = items.values();
  const lane = async () => {
    const found: Found[] = [];
    for (const item of queue) found.push(await work(item));
    return found;
  };
  const lanes = await Promise.allSettled(Array.from({ length: 8 }, lane));
  return lanes.flatMap((ended) => {
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value.filter((found) => found !== undefined) as Exclude<Found, undefined>[];
  });
}

/** The fixture slot of a path parameter: some names mean different resources, and one tag is for deletion. */
function toSlot(op: Operation, name: string): string {
  if (op.path.startsWith('/skills/')) return `catalog_${name}`;
  if (op.path.startsWith('/public/') && name === 'task_id') return `public_${name}`;
  if (op.path.includes('/skill/') && name === 'revision_id') return `skill_${name}`;
  if (name === 'eval_case_id' || name === 'eval_result_id') return `${op.id.split('.')[0]}_${name}`;
  if (name === 'knowledge_query_id') return `${op.id.split('.')[0]}_${name}`;
  if (name === 'feedback_id') return `${op.id.split('.')[0]}_feedback_id`;
  if (['share_id', 'short_id'].includes(name)) return `${op.id.replace(/(_share)?\..*/, '')}_${name}`;
  const [, kind] = /\/trigger\/([a-z-]+)\//.exec(op.path) ?? [];
  if (kind !== undefined && (name === 'trigger_id' || name === 'event_id')) return `${kind}_${name}`;
  return name === 'tag_id' && op.id !== 'tag.delete' ? `${op.id.split('.')[0]}_tag_id` : name;
}

/** The path parameter that a slot of the fixture has the value of. */
export const toParameter = (slot: string) =>
  slot.replace(
    /^(?!task_revision|audit_event)[a-z_-]+_(?=(?:skill|revision|tag|trigger|event|task|share|short|feedback|eval_case|eval_result|knowledge_query)_id$)/,
    '',
  );

/** The slots of an operation's path. */
export const listSlots = (op: Operation) => listParameters(op.path).map((name) => toSlot(op, name));

/** The path of an operation with its parameters filled. Throws if the fixture has no value for one. */
export function toPath(op: Operation, ids: Readonly<Record<string, string>>): string {
  return op.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const id = ids[toSlot(op, name)];
    if (id === undefined) throw new Error(`test/guards/fixture.ts has no ${name}, which ${op.id} needs`);
    return encodeURIComponent(id);
  });
}

/** The deepest resource of an operation's path below organization and project, which a request can name wrongly. */
export function findLastSlot(op: Operation): string | undefined {
  return listSlots(op).findLast((name) => name !== 'org_id' && name !== 'project_id');
}

/** The example body of an operation, adapted to this stack, and to the fixture if its ids are given. */
export function getExample(op: Operation, ids: Readonly<Record<string, string>> = {}): Json {
  const body = structuredClone(op.request.example) as Json;
  if (body?.llm_model_id !== undefined) body.llm_model_id = 'scripted';
  // Nothing here requests it.
  if (body?.model_id !== undefined) body.model_id = 'retired-model';
  if (body?.vendor !== undefined) body.vendor = 'builtin';
  const revision = ids[toSlot(op, 'revision_id')];
  if (body?.revision_id !== undefined && revision !== undefined) body.revision_id = revision;
  // No schedule becomes due while tests run.
  if (body?.cron_expression !== undefined) body.cron_expression = 'P300D';
  if (body?.server_url !== undefined) body.server_url = NOBODY;
  if (body?.urls !== undefined) body.urls = [NOBODY];
  if (body?.target_id !== undefined) body.target_id = ids.task_id ?? body.target_id;
  if (body?.task_mcp_server_id !== undefined) body.task_mcp_server_id = ids.task_mcp_server_id;
  return body;
}

/** Sends a request of an operation. */
export function send(client: Client, op: Operation, ids: Readonly<Record<string, string>>, body?: unknown) {
  return client.request(op.method, toPath(op, ids), body);
}

/** Whether an operation requires a query. */
export const requiresQuery = (op: Operation) =>
  (op.request.query?.required ?? []).some(
    (name) => !Object.hasOwn(op.request.query?.properties[name] ?? {}, 'default'),
  );

/**
 * Sends a request that changes nothing even if it is authorized: authorization precedes validation and the lookup of
 * resources, so a body of the wrong type or an unknown identifier is enough.
 */
export async function probe(
  client: Client,
  op: Operation,
  ids: Readonly<Record<string, string>>,
): Promise<{ answer: ApiResponse; admitted: number[] }> {
  // A query during a run over all operations may exceed its timeout.
  if (op.id === 'health.ready') return { answer: await send(client, op, ids), admitted: [200, 503] };
  // A body or a name decides which resource it is.
  if (op.path.startsWith('/v1/'))
    return {
      answer: await send(client, op, ids, op.request.body === null ? undefined : '[]'),
      admitted: [200, 400, 403, 404],
    };
  // A query is visible only to its author and editors.
  if (op.id.endsWith('.read_query')) return { answer: await send(client, op, ids), admitted: [200, 404] };
  if (op.method === 'GET') return { answer: await send(client, op, ids), admitted: [requiresQuery(op) ? 422 : 200] };
  if (op.request.body !== null) return { answer: await send(client, op, ids, '[]'), admitted: [422] };
  const place = findLastSlot(op);
  if (place === undefined) {
    // Deletion would delete the project itself: an unsupported body type prevents it.
    const typed = { 'content-type': 'text/plain' };
    return { answer: await client.request(op.method, toPath(op, ids), 'x', typed), admitted: [400] };
  }
  return { answer: await send(client, op, { ...ids, [place]: randomUUID() }), admitted: [404] };
}
