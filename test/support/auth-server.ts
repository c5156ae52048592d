import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { ScriptedMcpServer } from './mcp-server.ts';

/** Behavior of an authorization server. Tests can change it while it runs. */
export interface AuthScript {
  /** Whether it registers clients dynamically. */
  registers: boolean;
  /** Additional fields of registered clients. */
  registered: { readonly client_secret?: string; readonly token_endpoint_auth_method?: string };
  /** Whether it accepts addresses as client ids. */
  takesAddresses: boolean;
  /** Known clients with their secrets; undefined for a public client. */
  clients: Record<string, string | undefined>;
  /** Lifetime of its access tokens in seconds. */
  expiresIn: number | undefined;
  /** Overrides the response of the token endpoint. */
  token: ((form: URLSearchParams) => { status: number; body: unknown } | undefined) | undefined;
  /** Error of the authorization endpoint instead of a code. */
  refuses: string | undefined;
  /** Authorization address; its own by default. */
  authorizeAt: string | undefined;
}

/** An OAuth authorization server on which every person consents at once. */
export interface AuthServer extends AsyncDisposable {
  readonly origin: string;
  readonly script: AuthScript;
  /** Forms sent to the token endpoint, in order. */
  readonly exchanges: URLSearchParams[];
  /** Metadata of registered clients. */
  readonly registrations: Record<string, unknown>[];
  /** Makes an MCP server require a token of this server. */
  protect(server: ScriptedMcpServer): void;
  /** Follows an authorization URL, consents, and returns the redirect address. */
  consent(authorizationUrl: string): Promise<URL>;
  /** Invalidates all access tokens. */
  expire(): void;
  /** Revokes all grants with their tokens. */
  revoke(): void;
  /** Returns the number of refreshed tokens. */
  refreshes(): number;
}

interface Code {
  readonly clientId: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly resource: string | null;
}

/** Starts an authorization server on a free port. */
export async function startAuthServer(given: Partial<AuthScript> = {}): Promise<AuthServer> {
  const script: AuthScript = {
    registers: true,
    registered: {},
    takesAddresses: false,
    clients: {},
    expiresIn: 3600,
    token: undefined,
    refuses: undefined,
    authorizeAt: undefined,
    ...given,
  };
  const exchanges: URLSearchParams[] = [];
  const registrations: Record<string, unknown>[] = [];
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refresh = new Map<string, string>();
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return send(response, 200, metadata());
      case 'POST /register':
        return register(JSON.parse(await readText(request)), response);
      case 'GET /authorize':
        return authorize(url.searchParams, response);
      case 'POST /token':
        return token(new URLSearchParams(await readText(request)), request, response);
      default:
        return send(response, 404, { error: 'not_found' });
    }
  }

  function metadata() {
    return {
      issuer: origin,
      authorization_endpoint: script.authorizeAt ?? `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      client_id_metadata_document_supported: script.takesAddresses,
      ...(script.registers && { registration_endpoint: `${origin}/register` }),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      scopes_supported: ['tools'],
    };
  }

  function register(fields: Record<string, unknown>, response: ServerResponse): void {
    registrations.push(fields);
    const client_id = randomUUID();
    script.clients[client_id] = script.registered.client_secret;
    send(response, 201, { ...fields, ...script.registered, client_id });
  }

  function authorize(asked: URLSearchParams, response: ServerResponse) {
    const clientId = asked.get('client_id') ?? '';
    if (!(clientId in script.clients)) return send(response, 400, { error: 'invalid_client' });
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (script.refuses === undefined) {
      const code = randomUUID();
      const [challenge, resource] = [asked.get('code_challenge') ?? '', asked.get('resource')];
      codes.set(code, { clientId, challenge, redirectUri: asked.get('redirect_uri') ?? '', resource });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', script.refuses);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function token(form: URLSearchParams, request: IncomingMessage, response: ServerResponse) {
    exchanges.push(form);
    const instead = script.token?.(form);
    if (instead) return send(response, instead.status, instead.body);
    const clientId = clientOf(form, request);
    if (clientId === undefined) return send(response, 401, { error: 'invalid_client' });
    const granted = form.get('grant_type') === 'refresh_token' ? renewed(form, clientId) : exchanged(form, clientId);
    if (!granted) return send(response, 400, { error: 'invalid_grant', error_description: 'It is not good any more.' });
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.add(access_token);
    refresh.set(refresh_token, clientId);
    const expires = script.expiresIn === undefined ? {} : { expires_in: script.expiresIn };
    send(response, 200, { access_token, refresh_token, token_type: 'Bearer', scope: 'tools', ...expires });
  }

  function clientOf(form: URLSearchParams, { headers }: IncomingMessage): string | undefined {
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
    const [id, secret] =
      basic === undefined
        ? [form.get('client_id') ?? '', form.get('client_secret') ?? undefined]
        : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    return id !== undefined && id in script.clients && script.clients[id] === secret ? id : undefined;
  }

  function exchanged(form: URLSearchParams, clientId: string): boolean {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.clientId === clientId && code.challenge === verifier && code.redirectUri === form.get('redirect_uri');
  }

  /** A refresh token works once. */
  function renewed(form: URLSearchParams, clientId: string): boolean {
    const given = form.get('refresh_token') ?? '';
    const good = refresh.get(given) === clientId;
    refresh.delete(given);
    return good;
  }

  function protect(mcp: ScriptedMcpServer): void {
    const resource = new URL(mcp.url);
    const metadataUrl = `${resource.origin}/.well-known/oauth-protected-resource${resource.pathname}`;
    mcp.script.before = (request, response) => {
      if (request.url === new URL(metadataUrl).pathname) {
        send(response, 200, { resource: mcp.url, authorization_servers: [origin], scopes_supported: ['tools'] });
        return true;
      }
      if (request.url?.startsWith('/.well-known/')) {
        send(response, 404, {});
        return true;
      }
      const shown = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (shown !== undefined && access.has(shown)) return false;
      const challenge = `Bearer resource_metadata="${metadataUrl}", scope="tools"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return true;
    };
  }

  return {
    origin,
    script,
    exchanges,
    registrations,
    protect,
    async consent(authorizationUrl) {
      const { headers, status } = await fetch(authorizationUrl, { redirect: 'manual' });
      const location = headers.get('location');
      if (location === null) throw new Error(`nobody was sent back: ${status}`);
      return new URL(location);
    },
    expire: () => access.clear(),
    revoke() {
      access.clear();
      refresh.clear();
    },
    refreshes: () => exchanges.filter((form) => form.get('grant_type') === 'refresh_token').length,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, value: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
