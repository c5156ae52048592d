import type { Expression } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { ModelCatalog } from '../../platform/models/catalog.ts';
import type { ShareRow } from '../queries.ts';

/** Dependencies of showing a share. */
export interface ShowContext {
  readonly db: Executor;
  readonly models: ModelCatalog;
}

/** A run in a share. */
export interface SharedRun {
  readonly input: Readonly<Record<string, unknown>>;
  readonly response: unknown;
  readonly is_error: boolean;
  readonly error_reason: string | null;
  readonly files: readonly { readonly name: string; readonly media_type: string; readonly size: number }[];
  readonly created: Date;
  readonly completed: Date | null;
}

/** Content of a share. It contains no IDs and no access to the installation. */
interface SharedContent {
  readonly name: string;
  /** Description of the task or agent. */
  readonly about: string;
  /** Fields of the revision. */
  readonly revision: Readonly<Record<string, unknown>>;
  readonly run: SharedRun | null;
}

/** A kind of shares. */
export interface ShareKind {
  /** Resource type of permissions. */
  readonly type: 'task' | 'task_agent';
  /** Path segment. */
  readonly stem: 'task' | 'task-agent';
  /** Names of fields in records, bodies and queries. */
  readonly fields: { readonly id: string; readonly name: string; readonly revision: string };
  /** Path segment of its pages. */
  readonly page: 'task_share' | 'task_agent_share';
  /** Selects IDs by a part of the name. */
  readonly idsByName: (projectId: string, part: string) => Expression<string>;
  readonly hasRevision: (db: Executor, resourceId: string, revisionId: string) => Promise<boolean>;
  /** Loads the current content of a share. Undefined if its resource is gone. */
  readonly load: (ctx: ShowContext, share: ShareRow) => Promise<SharedContent | undefined>;
}
