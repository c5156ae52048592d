import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';

/** Where authorization servers send people back to. */
export const CALLBACK_PATH = '/api/v1/task_mcp_server/callback';
/** Where authorization servers that take an address for a client's id read what the client is. */
export const CLIENT_METADATA_PATH = '/public/mcp-client.json';

/** What an authorization under way remembers until the person comes back. */
export interface AuthFlow {
  readonly serverUrl: string;
  /** What was asked for; null where the server names nothing. */
  readonly scope: string | null;
  readonly resourceMetadataUrl: string | null;
  client?: StoredOAuthClientInformation;
  codeVerifier?: string;
  discovery?: OAuthDiscoveryState;
  resource?: string;
}

/** What this installation is to authorization servers. */
export function clientMetadata(publicUrl: string) {
  return {
    client_name: 'Holdfast',
    client_uri: publicUrl,
    redirect_uris: [publicUrl + CALLBACK_PATH],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** The address that is a client's id where the authorization server takes one; it has to be reachable by https. */
export function clientMetadataUrl(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https:') ? publicUrl + CLIENT_METADATA_PATH : undefined;
}

/** The library's view of an authorization: it fills the flow and answers the address that a person is sent to, or the tokens. */
export class FlowProvider implements OAuthClientProvider {
  readonly flow: AuthFlow;
  readonly #publicUrl: string;
  readonly clientMetadataUrl?: string;
  /** Set once a person is to be sent there. */
  authorizationUrl: URL | undefined;
  /** Set once they were exchanged for a code. */
  granted: OAuthTokens | undefined;

  constructor(publicUrl: string, flow: AuthFlow) {
    this.flow = flow;
    this.#publicUrl = publicUrl;
    const metadataUrl = clientMetadataUrl(publicUrl);
    if (metadataUrl !== undefined) this.clientMetadataUrl = metadataUrl;
  }

  get redirectUrl() {
    return this.#publicUrl + CALLBACK_PATH;
  }

  get clientMetadata() {
    return clientMetadata(this.#publicUrl);
  }

  clientInformation() {
    return this.flow.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation) {
    this.flow.client = client;
  }

  /** Tokens of before are for the workers to renew; here a person authorizes anew. */
  tokens() {
    return undefined;
  }

  saveTokens(tokens: OAuthTokens) {
    this.granted = tokens;
  }

  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string) {
    this.flow.codeVerifier = verifier;
  }

  codeVerifier() {
    if (this.flow.codeVerifier === undefined) throw new Error('the authorization was not begun');
    return this.flow.codeVerifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.flow.discovery = state;
  }

  discoveryState() {
    return this.flow.discovery;
  }

  saveResourceUrl(resource: string) {
    this.flow.resource = resource;
  }

  /** The library would try once more with the same code, or with another client than the one that the code is for. */
  invalidateCredentials(): never {
    throw new ClientRejectedError();
  }
}

/** The authorization server refused the client, or the code. */
export class ClientRejectedError extends Error {
  constructor() {
    super('the authorization server refused the client or the code');
  }
}
