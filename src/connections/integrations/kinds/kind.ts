import type { OAuthProvider } from '../../../platform/config/integrations.ts';
import type { DeclaredTool } from '../declaration.ts';

/** An outside service that agents can work with, as data. */
export interface IntegrationKind {
  readonly type: string;
  /** What people call it. */
  readonly name: string;
  readonly description: string;
  /** Where its API is, and how people authorise its use; left out where each integration says both itself. */
  readonly service?: ServiceDeclaration;
}

/** A service whose addresses and calls are known. */
export interface ServiceDeclaration {
  /** Address below which all its calls are. */
  readonly baseUrl: string;
  readonly oauth: OAuthDeclaration;
  /** How an answer of status 200 tells that a call failed, where it can. */
  readonly failure?: FailureDeclaration;
  readonly tools: readonly DeclaredTool[];
}

/** An answer of status 200 with `flag: false` is an error. */
export interface FailureDeclaration {
  readonly flag: string;
  /** Member with the error's code. */
  readonly code: string;
  /** Codes which say that the token is not good any more … */
  readonly unauthorized: readonly string[];
  /** … and which leave open whether a call took effect. */
  readonly unknownOutcome: readonly string[];
}

/** How people let this installation use a service in their name. */
export interface OAuthDeclaration {
  /** Whose client the installation is; several kinds may share one. */
  readonly provider: OAuthProvider;
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly scopes: readonly string[];
  /** Key of the query in which scopes are asked for, where it is not `scope`; left out entirely where there are none. */
  readonly scopeKey?: string;
  /** What stands between scopes, asked for and granted. */
  readonly scopeSeparator: ' ' | ',';
  /** Further keys of the query. */
  readonly authorizeParams: Readonly<Record<string, string>>;
  readonly pkce: boolean;
  readonly clientAuth: 'post' | 'basic';
  /** Form of a request for tokens. */
  readonly tokenRequest: 'form' | 'json';
  /** What is not usual about the answers to it. */
  readonly tokenResponse?: TokenResponseDeclaration;
  /** How a token is given back, where that is possible. */
  readonly revoke?: RevokeDeclaration;
  /** Who authorised: a member of the token's answer, or of what an address answers. */
  readonly account: AccountDeclaration;
}

/** What is not usual about the answers of a token endpoint; they are mended before they are read. */
export interface TokenResponseDeclaration {
  /** `flag: false` is an error whose code is in `code`. */
  readonly failure?: Pick<FailureDeclaration, 'flag' | 'code'>;
  /** Object in which the user's own token is. */
  readonly within?: string;
  /** Codes of errors which mean that the grant has ended. */
  readonly invalidGrant?: readonly string[];
}

export interface RevokeDeclaration {
  readonly method: 'POST' | 'DELETE';
  /** With `{client_id}` as its place. */
  readonly url: string;
  readonly auth: 'basic' | 'bearer' | 'none';
  readonly body: 'form' | 'json';
  /** Member of the body that names the token; none where it is only in the header. */
  readonly field?: string;
}

export interface AccountDeclaration {
  /** Left out where the token's answer says it. */
  readonly url?: string;
  /** Paths of member names, of which the first that leads to a text counts. */
  readonly paths: readonly (readonly string[])[];
}
