import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn } from '../../platform/db/columns.ts';
import type { Message } from '../../platform/messages.ts';
import type { ProvisioningStatus } from '../../skills/contract.ts';
import type { Dependency } from '../../skills/dependencies.ts';

/** Provisioning requests of a revision: who requested it last, and whether it was served. */
export interface AgentProvisioningsTable {
  agent_revision_id: string;
  org_id: string;
  project_id: string;
  agent_id: string;
  /** Number of requests. */
  asked: Defaulted<number>;
  /** Time of the newest unserved request. */
  asked_at: TimestampColumn;
  /** Number of the newest served request. */
  done: Defaulted<number>;
  /** Last requester, whose permissions are used to find and create resources. */
  asked_by_type: 'user' | 'project';
  asked_by: string;
  /** Scopes of the requester's credential. Null for all. */
  scopes: string[] | null;
}

/** A dependency of a skill of a revision, with its status. */
export interface AgentDependenciesTable {
  id: string;
  agent_revision_id: string;
  project_id: string;
  agent_id: string;
  skill_id: string;
  skill_revision_id: string;
  /** Position in the requirements of the skill's revision. */
  position: number;
  dependency: Json<Dependency>;
  status: Defaulted<ProvisioningStatus>;
  /** Type of the project's resource that satisfies it, if any. A built-in tool has none. */
  target_type: string | null;
  target_id: string | null;
  /** Tool of that server. */
  tool_id: string | null;
  /** What a person can do about it. Null for nothing. */
  next_step: Json<Message | null>;
  checked: NullableTimestampColumn;
}

export interface ProvisioningTables {
  agent_provisionings: AgentProvisioningsTable;
  agent_dependencies: AgentDependenciesTable;
}
