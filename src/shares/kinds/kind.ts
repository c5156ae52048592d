import type { Expression } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { ModelCatalogue } from '../../platform/models/catalogue.ts';
import type { ShareRow } from '../queries.ts';

/** What showing a share stands on. */
export interface ShowContext {
  readonly db: Executor;
  readonly models: ModelCatalogue;
}

/** A run as a share shows it. */
export interface SharedRun {
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
  readonly is_error: boolean;
  readonly error_reason: string | null;
  readonly files: readonly { readonly name: string; readonly media_type: string; readonly size: number }[];
  readonly created: Date;
  readonly completed: Date | null;
}

/** What a share shows: nothing by which anything could be reached here, and no ids. */
export interface SharedContent {
  readonly name: string;
  /** The description of the task or agent itself. */
  readonly about: string;
  /** What the revision says. */
  readonly revision: Readonly<Record<string, unknown>>;
  readonly run: SharedRun | null;
}

/** A kind of what is shared. */
export interface ShareKind {
  /** Its type, as roles are given on it. */
  readonly type: 'task' | 'task_agent';
  /** Its stem in paths. */
  readonly stem: 'task' | 'task-agent';
  /** Names of the fields of records, bodies and queries. */
  readonly fields: { readonly id: string; readonly name: string; readonly revision: string };
  /** First part of the addresses of its pages. */
  readonly page: 'task_share' | 'task_agent_share';
  /** Ids of those whose names hold a text. */
  readonly idsByName: (projectId: string, part: string) => Expression<string>;
  readonly hasRevision: (db: Executor, resourceId: string, revisionId: string) => Promise<boolean>;
  /** What a share shows now; undefined where what it is of is gone. */
  readonly load: (ctx: ShowContext, share: ShareRow) => Promise<SharedContent | undefined>;
}
