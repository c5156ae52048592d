import type { RemovedCharacters } from '../../../platform/hidden-text.ts';
import type { Message, MessageParams, Problem } from '../../../platform/messages.ts';
import { integrationProblems } from '../../problems.ts';
import type { DeclaredTool } from '../declaration.ts';

/** Limits of a document. */
export const DOCUMENT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** Maximum nesting depth. */
  depth: 150,
  operations: 5000,
  /** Maximum characters of JSON of the parameters of one operation. */
  parameters: 64 * 1024,
  /** Maximum characters of JSON of all tools together. */
  tools: 10 * 1024 * 1024,
  /** Time limit to read a document. */
  readingMs: 30_000,
  /** Memory limit to read a document. */
  memoryMb: 1024,
} as const;

/** A document cannot be used. `field` is the setting that can fix it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: Problem;
  readonly field: 'document' | 'base_url';

  constructor(problem: Problem, field: 'document' | 'base_url' = 'document') {
    super(problem.msg);
    this.problem = problem;
    this.field = field;
  }
}

/** The problem of a document of more than `DOCUMENT_LIMITS.bytes`. */
export function createTooLargeProblem(): Problem {
  return integrationProblems.document_too_large({ limit: DOCUMENT_LIMITS.bytes / 1024 / 1024 });
}

/** An operation of a document cannot be offered as a tool. */
export class UnsupportedOperation extends Error {
  override readonly name = 'UnsupportedOperation';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/** Authentication that a document declares. */
export type CredentialHint =
  | { readonly kind: 'none' | 'bearer' | 'basic' }
  /** An API key in the header or query parameter of this name. */
  | { readonly kind: 'header' | 'query'; readonly name: string }
  | {
      readonly kind: 'oauth';
      readonly authorizationUrl: string | null;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    };

/** An operation that is not offered as a tool. */
export interface SkippedOperation {
  /** Method and path. */
  readonly operation: string;
  /** English text of the message with this code and these values. */
  readonly reason: string;
  readonly code: string;
  readonly params: MessageParams;
}

/** A parsed OpenAPI document. */
export interface ParsedDocument {
  readonly title: string;
  readonly version: string;
  /** Base URL of calls, without a trailing slash. */
  readonly baseUrl: string;
  readonly credential: CredentialHint;
  readonly tools: readonly DeclaredTool[];
  readonly skipped: readonly SkippedOperation[];
  /** Removed invisible characters, by operation. */
  readonly hidden: readonly RemovedCharacters[];
  /** Ignored parts of the document, such as webhooks. */
  readonly ignored: readonly string[];
}

/** Source of a document and configured servers. */
export interface DocumentSource {
  /** URL of the document. Relative server URLs resolve against it. */
  readonly url?: string;
  /** Takes precedence over the servers of the document. */
  readonly baseUrl?: string;
  /** Other origins that may receive calls and the credential. */
  readonly allowedOrigins?: readonly string[];
}

export type JsonObject = Readonly<Record<string, unknown>>;
