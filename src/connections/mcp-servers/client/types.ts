/** How MCP servers are reached, and what comes of asking them. Nothing here loads the protocol's library. */

import type { TakenOut } from '../../../platform/hidden-text.ts';
import type { MessageParams } from '../../../platform/messages.ts';
import type { StdioProgram } from './stdio-process.ts';
import type { TokenSource } from './tokens.ts';

/** A transport of the protocol, as a server is found to speak it; `stdio` to a process of the installation's own. */
export type McpTransport = 'streamable_http' | 'sse' | 'stdio';

/** Where the key goes that a server wants. */
export type ApiKeyStrategy = 'bearer' | 'header' | 'query';

/** What a server is shown. It goes to the server's own origin and nowhere else. */
export type McpCredential =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'api_key';
      readonly value: string;
      readonly strategy: ApiKeyStrategy;
      /** Name of the header or of the query's parameter; `X-API-Key` and `api_key` where left out. */
      readonly name?: string | null;
    }
  | { readonly kind: 'oauth'; readonly tokens: TokenSource };

/** What was found out about how a server speaks; found once and kept with the server's record. */
export interface McpVerdict {
  readonly transport: McpTransport;
  /** Protocol versions of the modern era that it offers; none where it wants the handshake of the older one. */
  readonly modern: readonly string[];
}

/** A server as it is reached. */
export interface McpTarget {
  readonly url: string;
  readonly transport: McpTransport | 'auto';
  readonly credential: McpCredential;
  /** Null before it was found; it is found anew then, and where it does not hold any more. */
  readonly verdict: McpVerdict | null;
  /** What is run, where the address is that of a server which the installation runs itself and still permits. */
  readonly program?: StdioProgram;
}

/** A tool as its server describes it: checked, bounded, without invisible characters, and free of what is not listed here. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** The server's own hints, which lower no policy. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Set where it can only be called as a task. */
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

/** What a server answered that was asked for its tools. */
export interface ToolListing {
  readonly tools: readonly McpTool[];
  readonly refused: readonly SkippedTool[];
  /** Characters that nobody sees, which were taken out of what the server says of its tools. */
  readonly hidden: readonly TakenOut[];
  /** To be kept with the server's record where it differs from what the target had. */
  readonly verdict: McpVerdict;
}

/** A part of a result that is no text. */
export interface McpFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Of the resource that a link of the result led to. */
  readonly uri?: string;
}

/** A resource that a result names. */
export interface McpLink {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mime_type?: string;
  /** What it holds, where that is text and was read. */
  readonly text?: string;
}

/** A result of a call that came, whatever it says. */
export interface McpResult {
  /** The server says that the call failed. */
  readonly isError: boolean;
  readonly text: string;
  /** What of the text was left out; 0 where all is there. */
  readonly omittedCharacters: number;
  readonly structured?: unknown;
  readonly files: readonly McpFile[];
  /** Resources that the result names. */
  readonly links: readonly McpLink[];
  /** What of the result could not be taken over, as sentences. */
  readonly notes: readonly string[];
}

/**
 * How a request ended that gave no result:
 * - `failed`: it did nothing, or failed as the server says; whoever asked is told;
 * - `reconnect`: the server wants another authorization and did nothing; a person must see to it;
 * - `retry`: the server asks to come again later and did nothing;
 * - `unknown`: nobody can tell whether it happened.
 */
export type McpEnd = 'failed' | 'reconnect' | 'retry' | 'unknown';

/** What a server that wants authorization says of it. */
export interface AuthChallenge {
  readonly resourceMetadataUrl?: string;
  readonly scope?: string;
}

/** A request to a server that gave no result. The message may be shown to models and people; it holds no secret. */
export class McpFailure extends Error {
  readonly end: McpEnd;
  /** What went wrong as a word in capitals, such as `TIMEOUT`. */
  readonly reason: string;
  /** With `retry`: milliseconds that the server asks for. */
  readonly retryAfterMs: number | undefined;
  /** With `reconnect`: what the server says of how. */
  readonly challenge: AuthChallenge | undefined;

  constructor(
    end: McpEnd,
    reason: string,
    message: string,
    more: { readonly retryAfterMs?: number; readonly challenge?: AuthChallenge; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'McpFailure';
    this.end = end;
    this.reason = reason;
    this.retryAfterMs = more.retryAfterMs;
    this.challenge = more.challenge;
  }
}
