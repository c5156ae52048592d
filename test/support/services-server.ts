import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted response of a service. */
export interface ScriptedAnswer {
  /** Path prefix of matching requests; all by default. */
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or raw text. */
  readonly body?: unknown;
  /** Number of bytes of a binary response. */
  readonly bytes?: number;
  /** Never answers; the connection stays open. */
  readonly hang?: boolean;
  /** Returns headers and query of the request. */
  readonly echo?: boolean;
}

/** An account at the services with its scripted responses. */
export interface Account {
  /** Granted scopes; the requested ones by default. */
  readonly scope?: string;
  /** Overrides fields of the token response; null removes one. */
  readonly token?: Readonly<Record<string, unknown>>;
  /** Overrides the token response to a code. */
  readonly tokenAnswer?: ScriptedAnswer;
  /** First token responses to refresh tokens; then tokens. */
  readonly refreshAnswers?: readonly ScriptedAnswer[];
  readonly expiresIn?: number;
  /** Responses of the APIs in order; then `{ok: true}`. */
  readonly answers?: readonly ScriptedAnswer[];
  /** Error of the callback instead of a code. */
  readonly denies?: string;
}

/** A received request. */
export interface ServiceRequest {
  readonly method: string;
  readonly host: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Token endpoint of a service. */
interface Service {
  readonly authorize: string;
  readonly token: string;
  readonly auth: 'post' | 'basic';
  readonly form: 'form' | 'json';
  readonly pkce: boolean;
  readonly scopeKey?: string;
  /** Default token response. */
  tokens(made: { access: string; refresh: string; scope: string; expiresIn: number; account: string }): object;
}

export const SERVICE_CLIENT = { id: 'holdfast-test-client', secret: 'cs-test-canary-77ab' };

const SERVICES: readonly Service[] = [
  {
    authorize: 'accounts.google.com/o/oauth2/v2/auth',
    token: 'oauth2.googleapis.com/token',
    auth: 'post',
    form: 'form',
    pkce: true,
    tokens: ({ access, refresh, scope, expiresIn }) => ({
      access_token: access,
      refresh_token: refresh,
      scope,
      expires_in: expiresIn,
      token_type: 'Bearer',
    }),
  },
  {
    authorize: 'github.com/login/oauth/authorize',
    token: 'github.com/login/oauth/access_token',
    auth: 'post',
    form: 'form',
    pkce: true,
    tokens: ({ access, scope }) => ({ access_token: access, scope, token_type: 'bearer' }),
  },
  {
    authorize: 'slack.com/oauth/v2/authorize',
    token: 'slack.com/api/oauth.v2.access',
    auth: 'post',
    form: 'form',
    pkce: false,
    scopeKey: 'user_scope',
    tokens: ({ access, refresh, scope, expiresIn }) => ({
      ok: true,
      scope: 'incoming-webhook',
      authed_user: {
        id: 'U1',
        access_token: access,
        refresh_token: refresh,
        expires_in: expiresIn,
        token_type: 'user',
        scope,
      },
    }),
  },
  {
    authorize: 'api.notion.com/v1/oauth/authorize',
    token: 'api.notion.com/v1/oauth/token',
    auth: 'basic',
    form: 'json',
    pkce: false,
    tokens: ({ access, account }) => ({
      access_token: access,
      refresh_token: null,
      token_type: 'bearer',
      workspace_name: 'Test',
      owner: { type: 'user', user: { person: { email: `${account}@notion.example` } } },
    }),
  },
];

/** All hosts of the product's services. */
const HOSTS = [
  'accounts.google.com',
  'api.github.com',
  'api.notion.com',
  'docs.googleapis.com',
  'github.com',
  'gmail.googleapis.com',
  'oauth2.googleapis.com',
  'openidconnect.googleapis.com',
  'sheets.googleapis.com',
  'slack.com',
  'slides.googleapis.com',
  'www.googleapis.com',
];

/** Returns settings that replace the services by a server at `url`. */
export function serviceSettings(url: string): Record<string, string> {
  const clients = ['GITHUB', 'GOOGLE', 'NOTION', 'SLACK'].flatMap((name) => [
    [`${name}_CLIENT_ID`, SERVICE_CLIENT.id],
    [`${name}_CLIENT_SECRET`, SERVICE_CLIENT.secret],
  ]);
  return { ...Object.fromEntries(clients), INTEGRATION_HOSTS: HOSTS.map((host) => `${host}=${url}/${host}`).join(',') };
}

/** A started authorization at a service. */
interface Consent {
  readonly account: string;
  readonly asked: URLSearchParams;
}

/** State of an account. */
class AccountState {
  readonly script: Account;
  readonly answers: ScriptedAnswer[];
  readonly refreshAnswers: ScriptedAnswer[];
  readonly requests: ServiceRequest[] = [];
  /** Current access token and refresh token. */
  access = '';
  refresh = '';

  constructor(script: Account) {
    this.script = script;
    this.answers = [...(script.answers ?? [])];
    this.refreshAnswers = [...(script.refreshAnswers ?? [])];
  }
}

/** A server for all services: consent pages, token endpoints and APIs with scripted accounts. */
export class ServicesServer {
  readonly #accounts = new Map<string, AccountState>();
  readonly #codes = new Map<string, Consent>();
  readonly #owners = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    this.#route(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://services');
    const [, host = '', ...rest] = url.pathname.split('/');
    if (host === 'control') return void this.#control(request.method ?? '', rest, body, response);
    const place = `${host}/${rest.join('/')}`;
    const came = {
      method: request.method ?? '',
      host,
      path: `/${rest.join('/')}${url.search}`,
      headers: request.headers as Record<string, string>,
      body,
    };
    const asked = SERVICES.find(({ authorize }) => authorize === place);
    if (asked) return this.#consent(url.searchParams, response);
    const tokens = SERVICES.find(({ token }) => token === place);
    if (tokens) return void this.#tokens(tokens, came, response);
    this.#api(came, response);
  }

  #control(method: string, [route, key = '', verb]: readonly string[], body: string, response: ServerResponse) {
    if (route !== 'accounts') return give(response, { status: 404 });
    if (method === 'PUT' && verb === undefined) {
      this.#accounts.set(key, new AccountState(JSON.parse(body) as Account));
      return give(response, { body: {} });
    }
    const account = this.#accounts.get(key);
    if (!account) return give(response, { status: 404 });
    if (method === 'PUT' && verb === 'answers') account.answers.push(...(JSON.parse(body) as ScriptedAnswer[]));
    if (method === 'PUT' && verb === 'forget-access') account.access = '';
    if (method === 'PUT' && verb === 'forget-refresh') account.refresh = '';
    give(response, { body: account.requests });
  }

  /** Consents at once. The query names the account. */
  #consent(asked: URLSearchParams, response: ServerResponse): void {
    const account = asked.get('account') ?? '';
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    const denies = this.#accounts.get(account)?.script.denies;
    if (denies !== undefined) back.searchParams.set('error', denies);
    else {
      const code = `code-${randomBytes(8).toString('hex')}`;
      this.#codes.set(code, { account, asked });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  #tokens(service: Service, came: ServiceRequest, response: ServerResponse) {
    const fields =
      service.form === 'json'
        ? new URLSearchParams(JSON.parse(came.body) as Record<string, string>)
        : new URLSearchParams(came.body);
    const isRefresh = fields.get('grant_type') === 'refresh_token';
    const consent = this.#codes.get(fields.get('code') ?? '');
    const name = isRefresh ? this.#owners.get(fields.get('refresh_token') ?? '') : consent?.account;
    const account = this.#accounts.get(name ?? '');
    if (!account || !name) return give(response, { status: 400, body: { error: 'invalid_grant' } });
    account.requests.push(came);
    this.#codes.delete(fields.get('code') ?? '');
    const problem = problemOf(service, came, fields, isRefresh ? undefined : consent?.asked);
    if (problem !== undefined) return give(response, { status: 400, body: { error: problem } });
    const scripted = isRefresh ? account.refreshAnswers.shift() : account.script.tokenAnswer;
    if (scripted) return give(response, scripted);
    if (isRefresh && fields.get('refresh_token') !== account.refresh)
      return give(response, { status: 400, body: { error: 'invalid_grant' } });
    const scope = account.script.scope ?? consent?.asked.get(service.scopeKey ?? 'scope') ?? '';
    give(response, { body: { ...this.#grant(service, name, account, scope), ...account.script.token } });
  }

  #grant(service: Service, name: string, account: AccountState, scope: string): object {
    account.access = `at-canary-${name}-${randomBytes(6).toString('hex')}`;
    account.refresh = `rt-canary-${name}-${randomBytes(6).toString('hex')}`;
    this.#owners.set(account.access, name);
    this.#owners.set(account.refresh, name);
    const { access, refresh } = account;
    return service.tokens({ access, refresh, scope, expiresIn: account.script.expiresIn ?? 3600, account: name });
  }

  #api(came: ServiceRequest, response: ServerResponse) {
    const token = /^Bearer (.*)$/.exec(came.headers.authorization ?? '')?.[1] ?? tokenIn(came);
    const name = this.#owners.get(token) ?? token;
    const account = this.#accounts.get(name);
    if (!account) return give(response, { status: 401, body: { error: 'unknown' } });
    account.requests.push(came);
    if (account.access !== '' && token !== account.access)
      return give(response, { status: 401, body: { error: 'old' } });
    if (account.access === '' && token !== name) return give(response, { status: 401, body: { error: 'ended' } });
    if (came.path === '/v1/userinfo') return give(response, { body: { email: `${name}@google.example` } });
    if (came.path === '/user' && came.host === 'api.github.com') return give(response, { body: { login: name } });
    if (came.path === '/api/auth.test') return give(response, { body: { ok: true, user: name } });
    const at = account.answers.findIndex(({ path }) => path === undefined || came.path.startsWith(path));
    const [scripted] = at < 0 ? [] : account.answers.splice(at, 1);
    if (scripted?.echo) return give(response, { body: { headers: came.headers, path: came.path } });
    give(response, scripted ?? { body: { ok: true } });
  }
}

/** Returns a token in another place than the usual header. */
function tokenIn({ body, headers, path }: ServiceRequest): string {
  const inQuery = new URLSearchParams(path.split('?')[1] ?? '').get('key');
  const inBasic = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')[1];
  const inBody = /"?(?:access_)?token"?\s*[:=]\s*"?([\w-]+)/.exec(body)?.[1];
  return inQuery ?? headers['x-api-key'] ?? inBody ?? inBasic ?? '';
}

/** Returns the error of a token request; undefined if it is valid. */
function problemOf(
  service: Service,
  { headers }: ServiceRequest,
  fields: URLSearchParams,
  asked: URLSearchParams | undefined,
): string | undefined {
  const { id, secret } = SERVICE_CLIENT;
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const isClient =
    service.auth === 'basic'
      ? headers.authorization === basic
      : fields.get('client_id') === id && fields.get('client_secret') === secret;
  if (!isClient) return 'invalid_client';
  if (headers['content-type']?.includes('json') !== (service.form === 'json')) return 'invalid_request';
  if (asked === undefined) return undefined;
  if (fields.get('redirect_uri') !== asked.get('redirect_uri')) return 'invalid_grant';
  const challenge = createHash('sha256')
    .update(fields.get('code_verifier') ?? '')
    .digest('base64url');
  if (service.pkce) return challenge === asked.get('code_challenge') ? undefined : 'invalid_grant';
  return fields.has('code_verifier') || asked.has('code_challenge') ? 'invalid_request' : undefined;
}

function give(response: ServerResponse, { status = 200, headers, body, bytes, hang }: ScriptedAnswer): void {
  if (hang) return;
  if (bytes !== undefined) {
    response.writeHead(status, { 'content-type': 'application/octet-stream', ...headers });
    response.end(Buffer.alloc(bytes, 0xfe));
    return;
  }
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
}
