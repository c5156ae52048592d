/** Types of the MCP client. This file does not load the SDK. */

import type { RemovedCharacters } from '../../../platform/hidden-text.ts';
import type { Message, MessageParams } from '../../../platform/messages.ts';
import type { StdioProgram } from './stdio-process.ts';

/** A transport. `stdio` is for a process that the installation runs. */
export type McpTransport = 'streamable_http' | 'sse' | 'stdio';

/** Where to send the API key. */
export type ApiKeyStrategy = 'bearer' | 'header' | 'query';

/** An access token and its version. */
export interface AccessToken {
  readonly token: string;
  readonly version: number;
}

/** Source of access tokens. */
interface TokenSource {
  /**
   * Returns a valid token. `rejectedVersion` is the version that the server rejected. Throws ReconnectRequiredError if
   * a user must authorize.
   */
  fresh(rejectedVersion?: number): Promise<AccessToken>;
}

/** Credential of a server. It is sent only to the origin of the server. */
export type McpCredential =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'api_key';
      readonly value: string;
      readonly strategy: ApiKeyStrategy;
      /** Name of the header or query parameter. Default `X-API-Key` or `api_key`. */
      readonly name?: string | null;
    }
  | { readonly kind: 'oauth'; readonly tokens: TokenSource };

/** Detected transport and protocol of a server, stored with its record. */
export interface McpVerdict {
  readonly transport: McpTransport;
  /** Supported protocol versions of the modern era. Empty if it needs the older handshake. */
  readonly modern: readonly string[];
}

/** A server to connect to. */
export interface McpTarget {
  readonly url: string;
  readonly transport: McpTransport | 'auto';
  readonly credential: McpCredential;
  /** Null before detection. Detected again if it no longer holds. */
  readonly verdict: McpVerdict | null;
  /** Program of a stdio URL that the installation permits. */
  readonly program?: StdioProgram;
}

/** A validated tool of a server, with only these members and without invisible characters. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Hints of the server. They do not affect policies. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Set if the tool can only be called as a task. */
  readonly taskSupport?: 'required';
}

/** A tool that a listing leaves out, and why. */
export interface SkippedTool {
  /** Empty if the tool has no name that can be shown. */
  readonly name: string;
  /** English text of the message with this code and these values. */
  readonly reason: string;
  readonly code: string;
  readonly params: MessageParams;
}

/** A listing of the tools of a server. */
export interface ToolListing {
  readonly tools: readonly McpTool[];
  readonly refused: readonly SkippedTool[];
  /** Removed invisible characters, by tool. */
  readonly hidden: readonly RemovedCharacters[];
  /** Store it with the server if it has changed. */
  readonly verdict: McpVerdict;
}

/** A file in a result. */
export interface McpFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** URI of the linked resource. */
  readonly uri?: string;
}

/** A resource linked by a result. */
export interface McpLink {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mime_type?: string;
  /** Text of the resource, if it was read. */
  readonly text?: string;
}

/** Result of a call, successful or not. */
export interface McpResult {
  /** Whether the server reports a failed call. */
  readonly isError: boolean;
  readonly text: string;
  /** Omitted characters of the text. 0 if complete. */
  readonly omittedCharacters: number;
  readonly structured?: unknown;
  readonly files: readonly McpFile[];
  /** Linked resources. */
  readonly links: readonly McpLink[];
  /** Sentences about omitted parts. */
  readonly notes: readonly string[];
}

/**
 * Outcome of a request without a result:
 * - `failed`: it did nothing, or the server reports a failure, which the caller gets;
 * - `reconnect`: the server requires another authorization by a person and did nothing;
 * - `retry`: the server asks for a later retry and did nothing;
 * - `unknown`: it may have taken effect.
 */
type McpEnd = 'failed' | 'reconnect' | 'retry' | 'unknown';

/** Authorization challenge of a server. */
export interface AuthChallenge {
  readonly resourceMetadataUrl?: string;
  readonly scope?: string;
}

/** A request to a server without a result. The message can be shown to models and people. It contains no secret. */
export class McpFailure extends Error {
  readonly end: McpEnd;
  /** Reason in capitals, such as `TIMEOUT`. */
  readonly reason: string;
  /** Whether the server is unavailable: unreachable, or rejecting requests temporarily. */
  readonly isAway: boolean;
  /** The message, with its code if it has one. */
  readonly detail: Message | string;
  /** Requested delay of a retry in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** With `reconnect`: the challenge of the server. */
  readonly challenge: AuthChallenge | undefined;

  constructor(
    end: McpEnd,
    reason: string,
    detail: Message | string,
    more: {
      readonly isAway?: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly challenge?: AuthChallenge;
      readonly cause?: unknown;
    } = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.msg, { cause: more.cause });
    this.name = 'McpFailure';
    this.detail = detail;
    this.end = end;
    this.reason = reason;
    this.isAway = more.isAway ?? false;
    this.retryAfterMs = more.retryAfterMs;
    this.challenge = more.challenge;
  }
}
