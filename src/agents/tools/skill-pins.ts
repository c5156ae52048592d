import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { listUsedSkills, type SkillRow } from '../../skills/queries.ts';
import { appendEvents } from '../runs/events.ts';

/** A skill of an agent, by a pinned or the active revision. */
export interface SkillAttachment {
  readonly skill_id: string;
  readonly skill_revision_id: string | null;
}

/** A skill as a run uses it, from first use to the run's end. */
export interface RunSkill {
  readonly skill_id: string;
  readonly skill_revision_id: string;
  /** Name for the model. */
  readonly name: string;
  readonly description: string;
  /** Newest turn that loaded it. Null for none. */
  readonly loaded_turn: number | null;
}

/** A run's skills, and the names of those that were deleted before it began. */
interface RunSkills {
  readonly skills: readonly RunSkill[];
  readonly deleted: readonly string[];
}

/**
 * Returns the skills of a run. The first use pins the revision of each, which the run keeps. Concurrent first uses pin
 * the same.
 */
export async function getRunSkills(
  db: Executor,
  projectId: string,
  items: readonly SkillAttachment[],
  runId: string,
): Promise<RunSkills> {
  if (items.length === 0) return { skills: [], deleted: [] };
  const pinned = await listPinnedSkills(db, runId);
  if (pinned.length === items.length) return { skills: pinned, deleted: [] };
  const ids = items.map((item) => item.skill_id);
  const rows = await listUsedSkills(db, projectId, ids);
  const live = rows.filter((row) => row.deleted_at === null);
  const isFirstLoad = pinned.length === 0 && live.length > 0;
  const skills = isFirstLoad ? await pinSkills(db, runId, items, live) : pinned;
  const gone = rows.filter((row) => !skills.some((skill) => skill.skill_id === row.id));
  return { skills, deleted: gone.map((row) => row.slug) };
}

/** Pins the skills of a run. Returns the pinned ones, possibly of a concurrent first use. */
async function pinSkills(
  db: Executor,
  runId: string,
  items: readonly SkillAttachment[],
  live: readonly SkillRow[],
): Promise<RunSkill[]> {
  const taken = new Set<string>();
  const rows = items.flatMap((item, position) => {
    const skill = live.find((row) => row.id === item.skill_id);
    if (!skill) return [];
    let name = skill.slug;
    for (let number = 2; taken.has(name); number++) name = `${skill.slug}-${number}`;
    taken.add(name);
    const skill_revision_id = item.skill_revision_id ?? skill.active_revision_id;
    const { description } = skill;
    return { run_id: runId, skill_id: skill.id, skill_revision_id, position, name, description };
  });
  await db
    .insertInto('run_skills')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return listPinnedSkills(db, runId);
}

function listPinnedSkills(db: Executor, runId: string): Promise<RunSkill[]> {
  return db
    .selectFrom('run_skills')
    .select(['skill_id', 'skill_revision_id', 'name', 'description', 'loaded_turn'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
}

/**
 * Records that a turn loaded a skill, with an event for the first load. No effect on an ended run. Requires the run's
 * lock.
 */
export async function markLoaded(
  trx: Executor,
  run: { readonly id: string; readonly turn: number; readonly tool_call_id: string },
  { name, skill_id, skill_revision_id }: RunSkill,
): Promise<void> {
  const { rows } = await sql<{ first: boolean }>`
    update run_skills s set loaded_turn = greatest(s.loaded_turn, ${run.turn}::int), activated = coalesce(s.activated, now())
    from run_skills before join agent_runs r on r.id = before.run_id and r.completed is null
    where before.run_id = ${run.id} and before.skill_id = ${skill_id} and s.run_id = before.run_id and s.skill_id = before.skill_id
    returning before.activated is null as first`.execute(trx);
  if (!rows[0]?.first) return;
  const { tool_call_id } = run;
  const payload = { tool_call_id, skill: name, skill_id, skill_revision_id };
  await appendEvents(trx, run.id, [{ kind: 'skill_activated', turn: run.turn, payload }]);
}
