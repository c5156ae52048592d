import type { NullableTimestampColumn } from '../../platform/db/columns.ts';

/** A skill that a run works with, as it was when the run first needed it. */
export interface RunSkillsTable {
  run_id: string;
  skill_id: string;
  /** The revision that the run keeps to. */
  skill_revision_id: string;
  /** Its place among those that the run's agent has. */
  position: number;
  /** What the model calls it: the slug, with a number behind it where another has the same. */
  name: string;
  description: string;
  /** When the model loaded it first; null where it did not. */
  activated: NullableTimestampColumn;
  /** The newest turn that loaded it. */
  loaded_turn: number | null;
}
