import { randomUUID } from 'node:crypto';
import type { Operation } from '../../api/operation.ts';
import type { Client, Json, Tenant, World } from '../support/client.ts';

/** A tenant with one of everything that a path can name. */
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

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Makes a tenant with a task, a run with a file, an agent, and a run of it that waits for a person. */
export async function createFixture(world: World): Promise<Fixture> {
  const tenant = await world.tenant();
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
  const image = { name: 'a.png', content: 'AAAA', media_type: 'image/png' };
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
  const apiKey = await made(owner.post(`${project}/api_key`, { name: 'Fixture' }));
  const oauthClient = await made(owner.post(`${project}/oauth_client`, { name: 'Fixture' }));
  const guest = await tenant.member({ org: 'member', project: 'viewer' });
  const member = `user:${guest.userId}`;
  for (const resource of [`task/${task.id}`, `task-agent/${agent.id}`, `oauth_client/${oauthClient.id}`])
    await made(owner.post(`${project}/${resource}/iam/members/${member}`, { add: ['viewer'] }));
  const partner = await made(owner.post('/partner', { name: 'Fixture', description: '' }));
  const invite = await made(owner.post(`/org/${tenant.orgId}/invite`, { email_address: `${key}@example.com` }));
  const domain = await made(owner.post(`/org/${tenant.orgId}/domains`, { domain: `${key}.example` }));
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'a.png');
  const pictured = await made(owner.post(`${project}/avatar`, form));
  const audited = await made(owner.get(`${project}/audit_event?page_limit=1`));
  const ids = {
    org_id: tenant.orgId,
    project_id: tenant.projectId,
    task_id: task.id,
    task_run_id: run.id,
    file_name: 'a.png',
    task_agent_id: agent.id,
    revision_id: agent.active_revision_id,
    run_id: held.id,
    session_id: held.session_id,
    approval_request_id: held.approval_requests[0].id,
    api_key_id: apiKey.id,
    oauth_client_id: oauthClient.id,
    model_id_or_name: 'scripted',
    member,
    org_invite_id: invite.id,
    domain_id: domain.id,
    partner_id: partner.id,
    audit_event_id: audited.results[0].id,
    avatar: pictured.avatar_url.split('/').at(-1),
  };
  return { tenant, ids };
}

/** The names of an operation's path parameters. */
export function placesOf(op: Operation): string[] {
  return [...op.path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] ?? '');
}

/** The path of an operation with its places filled. Throws where the fixture has nothing for one. */
export function pathOf(op: Operation, ids: Readonly<Record<string, string>>): string {
  return op.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`test/guards/fixture.ts has no ${name}, which ${op.id} needs`);
    return encodeURIComponent(id);
  });
}

/** The deepest thing an operation names besides organization and project, which a request can name wrongly. */
export function lastPlace(op: Operation): string | undefined {
  return placesOf(op).findLast((name) => name !== 'org_id' && name !== 'project_id');
}

/** The example body of an operation, made to fit this stack. */
export function exampleOf(op: Operation): Json {
  const body = structuredClone(op.examples?.body) as Json;
  if (body?.llm_model_id !== undefined) body.llm_model_id = 'scripted';
  return body;
}

/** Sends a request of an operation. */
export function send(client: Client, op: Operation, ids: Readonly<Record<string, string>>, body?: unknown) {
  return client.request(op.method, pathOf(op, ids), body);
}
