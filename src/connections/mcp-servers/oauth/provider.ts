import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';

/** Path of the OAuth redirect URI. */
const CALLBACK_PATH = '/api/v1/task_mcp_server/callback';
/** Path of the client metadata document. */
const CLIENT_METADATA_PATH = '/public/mcp-client.json';

/** State of an authorization until the callback. */
export interface AuthFlow {
  readonly serverUrl: string;
  /** Requested scope. Null if the server names none. */
  readonly scope: string | null;
  readonly resourceMetadataUrl: string | null;
  client?: StoredOAuthClientInformation;
  codeVerifier?: string;
  discovery?: OAuthDiscoveryState;
  resource?: string;
}

/** OAuth client metadata of this installation. */
export function createClientMetadata(publicUrl: string) {
  return {
    client_name: 'Holdfast',
    client_uri: publicUrl,
    redirect_uris: [publicUrl + CALLBACK_PATH],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** URL that serves as client ID. Undefined unless the installation uses https. */
export function toClientMetadataUrl(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https:') ? publicUrl + CLIENT_METADATA_PATH : undefined;
}

/** Provider for the SDK. It fills the flow and holds the URL to authorize at, or the tokens. */
export class FlowProvider implements OAuthClientProvider {
  readonly flow: AuthFlow;
  readonly #publicUrl: string;
  readonly clientMetadataUrl?: string;
  /** Set when the user must authorize. */
  authorizationUrl: URL | undefined;
  /** Set after the code exchange. */
  granted: OAuthTokens | undefined;

  constructor(publicUrl: string, flow: AuthFlow) {
    this.flow = flow;
    this.#publicUrl = publicUrl;
    const metadataUrl = toClientMetadataUrl(publicUrl);
    if (metadataUrl !== undefined) this.clientMetadataUrl = metadataUrl;
  }

  get redirectUrl() {
    return this.#publicUrl + CALLBACK_PATH;
  }

  get clientMetadata() {
    return createClientMetadata(this.#publicUrl);
  }

  clientInformation() {
    return this.flow.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation) {
    this.flow.client = client;
  }

  /** Workers renew existing tokens; this flow always authorizes again. */
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
    if (this.flow.codeVerifier === undefined) throw new Error('the authorization was not started');
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

  /** Prevents a retry of the SDK with the same code or another client. */
  invalidateCredentials(): never {
    throw new ClientRejectedError();
  }
}

/** The authorization server rejected the client or the code. */
export class ClientRejectedError extends Error {
  constructor() {
    super('the authorization server rejected the client or the code');
  }
}
