import { refreshTokenGrant } from 'openid-client';
import { grantRole } from '../../src/access/grant-roles.ts';
import { listScopes } from '../../src/access/permissions.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeTask } from '../support/agents.ts';
import { Client, type Tenant, type World } from '../support/client.ts';
import { createPerson } from '../support/identity.ts';
import { discoverIssuer, getIssuer, obtainTokens, REDIRECT, requestClientToken } from '../support/oauth.ts';

/** Every type of credential that a request can have. */
export const KINDS = ['API key', 'browser session', 'client credentials', 'code flow', 'task token'] as const;
type Kind = (typeof KINDS)[number];

/** A credential and its owner. */
export interface Credential {
  readonly kind: Kind;
  readonly client: Client;
  readonly subject: { readonly type: 'user' | 'project' | 'task_token'; readonly id: string };
  /** Scopes that it is restricted to; null if it is unrestricted. */
  readonly scopes: readonly string[] | null;
  /** A credential of the same type and subject with these scopes; undefined for a type that is never restricted. */
  readonly cutDown: ((scopes: readonly string[]) => Promise<Credential>) | undefined;
}

/** Sends requests with a browser's cookies, as a page of the product does. */
class PageClient extends Client {
  readonly #cookie: string;

  constructor(base: string, cookie: string) {
    super(base, undefined);
    this.#cookie = cookie;
  }

  override request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.request(method, path, body, { cookie: this.#cookie, origin: this.base, ...headers });
  }
}

/** The credentials of one user with these roles in the tenant, of the three types that act for a user. */
export async function createUserCredentials(
  world: World,
  tenant: Tenant,
  roles: { readonly org?: string; readonly project?: string },
): Promise<Credential[]> {
  const who = await createPerson(world);
  const { orgId, projectId } = tenant;
  const grant = { userId: who.id };
  if (roles.org)
    await grantRole(world.db, { ...grant, resourceType: 'organization', resourceId: orgId, role: roles.org });
  if (roles.project)
    await grantRole(world.db, { ...grant, resourceType: 'project', resourceId: projectId, role: roles.project });
  await who.signIn();
  const { baseUrl } = world.stack;
  const subject = { type: 'user', id: who.id } as const;
  const apiKey = async (scopes: readonly string[] | null): Promise<Credential> => {
    const made = { orgId, projectId, userId: who.id, name: 'walk', scopes: scopes && [...scopes] };
    const { value } = await createApiKey(world.db, made);
    return { kind: 'API key', client: new Client(baseUrl, value), subject, scopes, cutDown: apiKey };
  };
  const cookies = [...who.browser.cookies()].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const session = new PageClient(baseUrl, cookies);
  const flow = await codeFlow(world, tenant, who);
  return [
    await apiKey(null),
    { kind: 'browser session', client: session, subject, scopes: null, cutDown: undefined },
    { ...(await flow(listScopes())), subject },
  ];
}

/** Makes a person consent to everything once. Each token is then a refresh for fewer scopes, one after the other. */
async function codeFlow(world: World, tenant: Tenant, who: Awaited<ReturnType<typeof createPerson>>) {
  const issuer = getIssuer(world.stack);
  const made = await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Walk', redirect_uris: [REDIRECT] });
  const config = await discoverIssuer(issuer, made.body);
  const scope = ['openid', 'offline_access', ...listScopes()].join(' ');
  let last = obtainTokens(config, who, scope).then(({ tokens }) => tokens);
  const subject = { type: 'user', id: who.id } as const;
  return async function token(scopes: readonly string[]): Promise<Credential> {
    last = last.then((tokens) => refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: scopes.join(' ') }));
    const client = new Client(world.stack.baseUrl, (await last).access_token);
    return { kind: 'code flow', client, subject, scopes, cutDown: token };
  };
}

/** The credential of a client that acts as the tenant's project, created by the owner or by another user. */
export async function createClientCredential(
  world: World,
  tenant: Tenant,
  creator = tenant.owner,
): Promise<Credential> {
  const issuer = getIssuer(world.stack);
  const made = await creator.post(`${tenant.project}/oauth_client`, { name: 'Walk' });
  const subject = { type: 'project', id: tenant.projectId } as const;
  const token = async (scopes: readonly string[] | null): Promise<Credential> => {
    const answer = await requestClientToken(issuer, made.body, scopes?.join(' ') ?? 'offline_access');
    const client = new Client(world.stack.baseUrl, answer.access_token);
    return { kind: 'client credentials', client, subject, scopes, cutDown: token };
  };
  return token(null);
}

/** The token of a public task of the tenant. */
export async function createTaskToken(world: World, tenant: Tenant): Promise<Credential & { readonly taskId: string }> {
  const task = await makeTask(tenant, { public: true });
  const subject = { type: 'task_token', id: '' } as const;
  const client = new Client(world.stack.baseUrl, task.access_token);
  return { kind: 'task token', client, subject, scopes: null, cutDown: undefined, taskId: task.id };
}
