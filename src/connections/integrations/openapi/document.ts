import type { TakenOut } from '../../../platform/hidden-text.ts';
import type { Message, MessageParams, Problem } from '../../../platform/messages.ts';
import { integrationProblems } from '../../problems.ts';
import type { DeclaredTool } from '../declaration.ts';

/** Bounds of a document, so that none can fill a process, a table or a prompt. */
export const DOCUMENT_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** Levels within levels. */
  depth: 150,
  operations: 5000,
  /** Characters of JSON that the parameters of one operation may have. */
  parameters: 64 * 1024,
  /** Characters of JSON of all tools together. */
  tools: 10 * 1024 * 1024,
  /** Milliseconds in which a document must be read. */
  readingMs: 30_000,
  /** Megabytes of memory that reading may take. */
  memoryMb: 1024,
} as const;

/** A document cannot be used. `field` is the setting that can fix it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentProblem';
  readonly problem: Problem;
  readonly field: 'document' | 'base_url';

  constructor(problem: Problem, field: 'document' | 'base_url' = 'document') {
    super(problem.msg);
    this.problem = problem;
    this.field = field;
  }
}

/** The problem of a document of more than `DOCUMENT_LIMITS.bytes`. */
export function documentTooLarge(): Problem {
  return integrationProblems.document_too_large({ limit: DOCUMENT_LIMITS.bytes / 1024 / 1024 });
}

/** An operation of a document cannot be offered as a tool. */
export class UnsupportedOperation extends Error {
  override readonly name = 'Unsupported';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/** How an API wants to be told who asks, as its document has it. */
export type CredentialHint =
  | { readonly kind: 'none' | 'bearer' | 'basic' }
  /** A key in a header or in the query, under this name. */
  | { readonly kind: 'header' | 'query'; readonly name: string }
  | {
      readonly kind: 'oauth';
      readonly authorizationUrl: string | null;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    };

/** An operation that is not offered. */
export interface SkippedOperation {
  /** Method and path. */
  readonly operation: string;
  /** English text of the message with this code and these values. */
  readonly reason: string;
  readonly code: string;
  readonly params: MessageParams;
}

/** What an OpenAPI document comes to. */
export interface ParsedDocument {
  readonly title: string;
  readonly version: string;
  /** Where calls go, without a slash at the end. */
  readonly baseUrl: string;
  readonly credential: CredentialHint;
  readonly tools: readonly DeclaredTool[];
  readonly skipped: readonly SkippedOperation[];
  /** Characters that nobody sees, which were taken out of what the document says, by operation. */
  readonly hidden: readonly TakenOut[];
  /** Parts of the document that are passed over, such as its webhooks. */
  readonly ignored: readonly string[];
}

/** Where a document is from and where its calls are to go, as far as somebody said so. */
export interface DocumentSource {
  /** Address of the document, against which relative servers stand. */
  readonly url?: string;
  /** Comes before the servers that the document names. */
  readonly baseUrl?: string;
  /** Other origins to which calls, and what signs them, may go. */
  readonly allowedOrigins?: readonly string[];
}

export type JsonObject = Readonly<Record<string, unknown>>;
