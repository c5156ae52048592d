import type { Found, SourceItem } from '../../../src/knowledge/sources/items.ts';
import type { SyncRun } from '../../../src/knowledge/sources/runs.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';

/** What a step of a run works with. */
export interface SyncWork {
  readonly ctx: ActivityContext;
  readonly run: SyncRun;
  readonly signal: AbortSignal;
}

/** A part of what there is at a source. */
export interface Listed {
  readonly found: readonly Found[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
  /** Lanes of which what earlier runs saw is visited again, whether it is found in this run or not. */
  readonly known?: readonly string[];
  readonly notes?: readonly string[];
}

/** Bytes that a document is made of. */
export interface Content {
  readonly title: string;
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Digest of what counts in it; that of the bytes where it is left out. */
  readonly sha256?: Buffer;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What a visit came to, and what else became known by it. */
export type Visit = {
  readonly found?: readonly Found[];
  readonly notes?: readonly string[];
} & (
  | { readonly state: 'content'; readonly content: Content }
  /** As it was when its document was made. */
  | { readonly state: 'unchanged' }
  /** It is no more, or wants to be no document: the one that was made of it goes. */
  | { readonly state: 'gone'; readonly problem: RunError; readonly leadsTo?: string }
  /** It is no document; one that was made of it stays. */
  | { readonly state: 'passed'; readonly leadsTo?: string }
  | { readonly state: 'skipped'; readonly problem: RunError }
  | { readonly state: 'failed'; readonly problem: RunError; readonly mayPass: boolean }
  /** It could not be visited yet. */
  | { readonly state: 'later'; readonly ms: number }
);

/** How sources of a kind are visited. */
export interface ActingSource {
  /** Things that are visited side by side. */
  readonly together: number;
  /** Whether its list names all there is, so that what it lacks is gone. */
  readonly listsAll: boolean;
  /** Most things that a run visits. */
  most(run: SyncRun): number;
  /** Lists a part; throws a {@link SourceProblem} where there is nothing to list. */
  list(work: SyncWork, position: string | null): Promise<Listed>;
  /** Visits a thing. What it opens ends with the signal. */
  visit(work: SyncWork, item: SourceItem): Promise<Visit>;
  /** Takes away what only the run needed on this machine. */
  tidy?(ctx: ActivityContext, runId: string): Promise<void>;
}

/** Why nothing can be learned of a source as a whole. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  readonly problem: RunError;
  /** Whether it may be otherwise in a moment. */
  readonly mayPass: boolean;

  constructor(problem: RunError, mayPass: boolean) {
    super(problem.message);
    this.problem = problem;
    this.mayPass = mayPass;
  }
}
