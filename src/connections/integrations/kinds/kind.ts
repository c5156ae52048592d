import type { OAuthProvider } from '../../../platform/config/integrations.ts';
import type { DeclaredTool } from '../declaration.ts';

/** Declaration of an external service. */
export interface IntegrationKind {
  readonly type: string;
  /** Display name. */
  readonly name: string;
  readonly description: string;
  /** API and OAuth declaration. Omitted if each integration configures both. */
  readonly service?: ServiceDeclaration;
}

/** A service with a known API. */
interface ServiceDeclaration {
  /** Base URL of all calls. */
  readonly baseUrl: string;
  readonly oauth: OAuthDeclaration;
  /** Error format of responses with status 200. */
  readonly failure?: FailureDeclaration;
  readonly tools: readonly DeclaredTool[];
}

/** A response of status 200 with `flag: false` is an error. */
export interface FailureDeclaration {
  readonly flag: string;
  /** Name of the member with the error code. */
  readonly code: string;
  /** Codes for an invalid token. */
  readonly unauthorized: readonly string[];
  /** Codes after which side effects are possible. */
  readonly unknownOutcome: readonly string[];
}

/** OAuth declaration of a service. */
export interface OAuthDeclaration {
  /** OAuth provider. Several kinds may share one client. */
  readonly provider: OAuthProvider;
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly scopes: readonly string[];
  /** Query parameter for scopes. Default `scope`. */
  readonly scopeKey?: string;
  /** Separator of requested and granted scopes. */
  readonly scopeSeparator: ' ' | ',';
  /** Additional query parameters. */
  readonly authorizeParams: Readonly<Record<string, string>>;
  readonly pkce: boolean;
  readonly clientAuth: 'post' | 'basic';
  /** Format of token requests. */
  readonly tokenRequest: 'form' | 'json';
  /** Deviations of token responses from the standard. */
  readonly tokenResponse?: TokenResponseDeclaration;
  /** Token revocation, if supported. */
  readonly revoke?: RevokeDeclaration;
  /** Where to find the account name: in the token response or at a URL. */
  readonly account: AccountDeclaration;
}

/** Deviations of token responses from the standard. Responses are normalized before parsing. */
export interface TokenResponseDeclaration {
  /** A response with `flag: false` is an error. `code` names the member with the error code. */
  readonly failure?: Pick<FailureDeclaration, 'flag' | 'code'>;
  /** Name of the object with the user's token. */
  readonly within?: string;
  /** Error codes that mean `invalid_grant`. */
  readonly invalidGrant?: readonly string[];
}

/** Request that revokes a token at the service. */
interface RevokeDeclaration {
  readonly method: 'POST' | 'DELETE';
  /** May contain `{client_id}`. */
  readonly url: string;
  readonly auth: 'basic' | 'bearer' | 'none';
  readonly body: 'form' | 'json';
  /** Name of the token in the body. Omitted if it is sent only in the header. */
  readonly field?: string;
}

/** Where the name of the connected account is found. */
interface AccountDeclaration {
  /** Omitted if the token response has the account. */
  readonly url?: string;
  /** Candidate paths. The first that leads to a text is used. */
  readonly paths: readonly (readonly string[])[];
}
