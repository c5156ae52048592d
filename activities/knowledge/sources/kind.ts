import { basename } from 'node:path';
import { findCredential } from '../../../src/connections/credentials.ts';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { StatedMetadata } from '../../../src/knowledge/metadata/contract.ts';
import { findStatedKind } from '../../../src/knowledge/parsing/detect.ts';
import type { SourceGroups } from '../../../src/knowledge/readers.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import { createPathFilter } from '../../../src/knowledge/sources/kinds/fields.ts';
import type { SyncRun } from '../../../src/knowledge/sources/runs.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActivityContext } from '../../context.ts';

/** Context of a step of a run. */
export interface SyncContext {
  readonly ctx: ActivityContext;
  readonly run: SyncRun;
  readonly signal: AbortSignal;
}

/** A page of the list of items. */
interface ListPage {
  readonly found: readonly DiscoveredItem[];
  /** Position of the next page. Null at the end. */
  readonly next: string | null;
  /** Lanes whose items from earlier runs are visited again. */
  readonly knownLanes?: readonly string[];
  readonly notes?: readonly string[];
  /** Members of all groups of the source. Omitted if the page states none. */
  readonly groups?: SourceGroups;
}

/** Content of a document. */
export interface FetchedContent {
  readonly title: string;
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Digest of the relevant content. Default: digest of the bytes. */
  readonly sha256?: Buffer;
  /** Digest of the text of a page without numbers and addresses. */
  readonly templateSha256?: Buffer;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Metadata that the source states, such as author and labels, by key in lower case. */
  readonly metadata?: StatedMetadata;
}

/** Result of a visit, with newly discovered items. */
export type VisitResult = {
  readonly found?: readonly DiscoveredItem[];
  readonly notes?: readonly string[];
} & (
  | { readonly state: 'content'; readonly content: FetchedContent }
  /** Unchanged since its document was created. */
  | { readonly state: 'unchanged' }
  /** The item is gone or opts out; its document is deleted. */
  | { readonly state: 'gone'; readonly problem: RunError; readonly leadsTo?: string }
  /** The item is not a document; an existing document stays. */
  | { readonly state: 'passed'; readonly leadsTo?: string }
  | { readonly state: 'skipped'; readonly problem: RunError }
  | { readonly state: 'failed'; readonly problem: RunError; readonly isTransient: boolean }
  /** The item cannot be visited yet. */
  | { readonly state: 'later'; readonly ms: number }
);

/** Visitor of a kind of source. */
export interface SourceVisitor {
  /** Number of items visited concurrently. */
  readonly concurrency: number;
  /** Whether the list is complete, so that items missing from it are gone. */
  readonly listsAllItems: boolean;
  /** Maximum number of items per run. */
  maxItems(run: SyncRun): number;
  /** Returns a page of the list. Throws a {@link SourceError} if the source cannot be listed. */
  list(work: SyncContext, position: string | null): Promise<ListPage>;
  /** Visits an item. The signal closes what the visit opens. */
  visit(work: SyncContext, item: SourceItem): Promise<VisitResult>;
  /**
   * Whether the source still contains an item that its list lacks. The document is deleted only for `false`. Omitted if
   * lists are atomic, so that they cannot lack what is there.
   */
  isPresent?(work: SyncContext, ref: string): Promise<boolean>;
  /** Deletes local data of the run. */
  cleanUp?(ctx: ActivityContext, runId: string): Promise<void>;
}

/** Thrown if a source as a whole cannot be read. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly problem: RunError;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;

  constructor(problem: RunError, isTransient: boolean) {
    super(problem.message);
    this.problem = problem;
    this.isTransient = isTransient;
  }
}

/** Returns a test for files that become documents: they match the patterns and have a supported type. */
export function createFileFilter(patterns: readonly string[]): (path: string) => boolean {
  const isSelected = createPathFilter(patterns);
  return (path) => isSelected(path) && findStatedKind({ mediaType: null, name: basename(path) }) !== undefined;
}

/** Returns the note on skipped files. */
export function toSkippedNotes(count: number): string[] {
  return count === 0 ? [] : ['some files were skipped because no pattern matches them or their type is not supported'];
}

/** Returns the secret of a source, undefined if it has none. Read each time because it may change. */
export async function getSecret({ ctx, run }: SyncContext): Promise<string | undefined> {
  if (run.credential_id === null) return undefined;
  const credential = await findCredential(ctx.db, ctx.ring, run.credential_id);
  if (credential?.secret.kind === 'api_key') return credential.secret.value;
  throw new SourceError(toRunError('SECRET_MISSING', sourceFailures.source_secret_missing), false);
}
