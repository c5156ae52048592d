import type { NullableTimestampColumn } from '../../platform/db/columns.ts';

/** A skill of a run, pinned when the run first needs it. */
export interface RunSkillsTable {
  run_id: string;
  skill_id: string;
  /** Revision that the run uses. */
  skill_revision_id: string;
  /** Position in the skills of the run's agent. */
  position: number;
  /** Name for the model: the slug, with a number if it is not unique. */
  name: string;
  description: string;
  /** Time of the first load. Null if never loaded. */
  activated: NullableTimestampColumn;
  /** Newest turn that loaded it. */
  loaded_turn: number | null;
}
