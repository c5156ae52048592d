import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn } from '../../platform/db/columns.ts';
import type { ProvisioningStatus } from '../../skills/contract.ts';
import type { Dependency } from '../../skills/dependencies.ts';

/** That what the skills of a revision need is looked for: who asked, and whether that was served. */
export interface AgentProvisioningsTable {
  agent_revision_id: string;
  org_id: string;
  project_id: string;
  agent_id: string;
  /** How often it was asked for, … */
  asked: Defaulted<number>;
  /** … and since when the newest request waits. */
  asked_at: TimestampColumn;
  /** The newest request that was served. */
  done: Defaulted<number>;
  /** Who asked last, by whose rights records are found and made. */
  asked_by_type: 'user' | 'project';
  asked_by: string;
  /** Scopes that their credential was cut down to; null for all. */
  scopes: string[] | null;
}

/** One thing that a skill of a revision needs, and how it stands. */
export interface AgentDependenciesTable {
  id: string;
  agent_revision_id: string;
  project_id: string;
  agent_id: string;
  skill_id: string;
  skill_revision_id: string;
  /** Its place among what that revision of the skill states. */
  position: number;
  dependency: Json<Dependency>;
  status: Defaulted<ProvisioningStatus>;
  /** The record of the project that it was found to be, where there is one; a built-in tool has none. */
  target_type: string | null;
  target_id: string | null;
  /** The tool of that server. */
  tool_id: string | null;
  /** What a person can do about it; null where nothing is to be done. */
  next_step: string | null;
  checked: NullableTimestampColumn;
}

export interface ProvisioningTables {
  agent_provisionings: AgentProvisioningsTable;
  agent_dependencies: AgentDependenciesTable;
}
