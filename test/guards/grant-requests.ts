import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { listPermissionsOf } from '../../src/access/delegation.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import { PUBLIC_ROLE } from '../../src/access/roles.ts';
import { TRIGGER_TYPES } from '../../src/triggers/kinds/index.ts';
import type { Json, World } from '../support/client.ts';
import { getTriggerExample } from './fixture.ts';

type Ids = Readonly<Record<string, string>>;

/** A request that creates access, other than a change of roles. */
export interface GrantRequest {
  readonly op: string;
  readonly body: Json;
  /** What the access includes: scopes that a restricted credential needs in addition to the operation's. */
  readonly scopes: readonly string[];
  /** Path parameters that differ from the fixture. */
  readonly params?: Ids;
}

const PUBLIC = listPermissionsOf('task', PUBLIC_ROLE);
const TASK = { enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };

/** Every request that creates access and is no change of roles, each with permissions to grant. */
export function listGrantRequests(ids: Ids): GrantRequest[] {
  const address = () => `${randomUUID()}@example.com`;
  const project = ids.project_id ?? '';
  const name = `m${randomUUID().slice(0, 8)}`;
  const scopes = (type: SecurableType, ...roles: string[]) => roles.flatMap((role) => listPermissionsOf(type, role));
  const run = ['task:run'];
  return [
    {
      op: 'organization_invite.create',
      body: { email_address: address(), roles: ['viewer'] },
      scopes: scopes('organization', 'viewer'),
    },
    {
      op: 'organization_invite.create',
      body: { email_address: address(), roles: ['editor'] },
      scopes: ['organization:add_editor', ...scopes('organization', 'editor')],
    },
    {
      op: 'organization_invite.create',
      body: { email_address: address(), project_roles: { [project]: ['task_creator'] } },
      scopes: scopes('project', 'task_creator'),
    },
    {
      op: 'organization_invite.resend',
      body: undefined,
      scopes: scopes('organization', 'viewer'),
      params: { org_invite_id: ids.rich_invite_id ?? '' },
    },
    { op: 'identity.api_key.create', body: { name, scopes: run }, scopes: run },
    { op: 'oauth_client.create', body: { name, scopes: 'task:run' }, scopes: run },
    { op: 'oauth_client.rotate_secret', body: {}, scopes: [...run, 'project:create_oauth_client'] },
    {
      op: 'oauth_client.update',
      body: { scopes: 'task:run task:view' },
      scopes: [...run, 'task:view', 'project:create_oauth_client'],
    },
    { op: 'task.create', body: { ...TASK, name, public: true }, scopes: PUBLIC },
    { op: 'task.update', body: { public: true }, scopes: PUBLIC, params: { task_id: ids.closed_task_id ?? '' } },
    {
      op: 'task.update',
      body: { rotate_access_token: true },
      scopes: PUBLIC,
      params: { task_id: ids.public_task_id ?? '' },
    },
    { op: 'task.share.create', body: {}, scopes: ['task:view'] },
    { op: 'task_agent.share.create', body: {}, scopes: ['task_agent:view'] },
    ...TRIGGER_TYPES.flatMap((type) => [
      { op: `trigger.${type}.create`, body: { ...getTriggerExample(type, ids), name }, scopes: run },
      { op: `trigger.${type}.update`, body: { description: name }, scopes: run },
    ]),
    { op: 'trigger.webhook.regenerate_endpoint', body: undefined, scopes: run },
    { op: 'trigger.webhook.rotate_secret', body: undefined, scopes: run },
    { op: 'task.eval_run.create', body: { eval_set_id: ids.eval_set_id }, scopes: run },
    {
      op: 'task_agent.eval_run.create',
      body: { eval_set_id: ids.task_agent_eval_set_id },
      scopes: ['task_agent:run'],
    },
  ];
}

/** Operations that create access with their own scope only, each with the reason why that is safe. */
export const SELF_CONTAINED: Readonly<Record<string, string>> = {
  'organization_invite.create': 'bare membership, which is what the right to add a member means',
  'organization_domain.create':
    'bare membership, for those whose address is at a domain that the organization proves to own',
  'project.create': 'the creator of a project owns it; the credential stays as restricted as before',
};

/** Every grant in an organization, one per line; with ids, only those that name one of them. */
export async function listGrants(
  { db }: Pick<World, 'db'>,
  orgId: string,
  ...ids: readonly string[]
): Promise<ReadonlySet<string>> {
  const projects = sql`(select id from projects where org_id = ${orgId})`;
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', subject_type, subject_id, role, 'of', resource_type, resource_id) as line from role_grants
      where resource_id = ${orgId} or resource_id in ${projects} or project_id in ${projects}
    union all select concat_ws(' ', 'invite', email_address, array_to_string(roles, ','), project_roles::text, expires_at) from invites
      where org_id = ${orgId} and status = 'pending'
    union all select concat_ws(' ', 'domain', domain) from organization_domains where org_id = ${orgId}
    union all select concat_ws(' ', 'key', id, coalesce(array_to_string(scopes, ','), 'all')) from api_keys
      where org_id = ${orgId} and revoked_at is null and name <> 'walk'
    union all select concat_ws(' ', 'client', id, 'of', project_id, coalesce(array_to_string(scopes, ','), 'all'), encode(secret_hash, 'hex'))
      from oauth_clients where org_id = ${orgId}
    union all select concat_ws(' ', 'public', t.id, t.exposed_to_agents, k.id) from tasks t
      left join task_access_tokens k on k.task_id = t.id where t.org_id = ${orgId} and t.public
    union all select concat_ws(' ', 'share', id) from shares where org_id = ${orgId} and active
    union all select concat_ws(' ', 'trigger', id, status, description, modified) from triggers where org_id = ${orgId}
    union all select concat_ws(' ', 'eval', id) from task_eval_runs where org_id = ${orgId}
    union all select concat_ws(' ', 'eval', id) from agent_eval_runs where org_id = ${orgId}`.execute(db);
  const named = rows.filter(({ line }) => ids.length === 0 || ids.some((id) => line.includes(id)));
  return new Set(named.map(({ line }) => line));
}
