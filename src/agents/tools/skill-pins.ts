import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { listUsedSkills, type SkillRow } from '../../skills/queries.ts';
import { appendEvents } from '../runs/events.ts';

/** A skill that is given to an agent, by one of its revisions or by whichever is its active one. */
export interface SkillAttachment {
  readonly skill_id: string;
  readonly skill_revision_id: string | null;
}

/** A skill as a run works with it, from the first look at it to the run's end. */
export interface RunSkill {
  readonly skill_id: string;
  readonly skill_revision_id: string;
  /** What the model calls it. */
  readonly name: string;
  readonly description: string;
  /** The newest turn that loaded it; null where none did. */
  readonly loaded_turn: number | null;
}

/** A run's skills, and the names of those that were deleted before it began. */
export interface RunSkills {
  readonly skills: readonly RunSkill[];
  readonly deleted: readonly string[];
}

/**
 * The skills of a run. The first look sets down which revision of each the run works with; whatever becomes of a skill after
 * that, the run keeps it. Two first looks at once set down one.
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

/** Sets down what a run works with. Answers what is set down, by whoever came first. */
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
 * Notes that a turn has loaded a skill, with the event that says so where it is the first to; a run that is over is left as
 * it is. Needs the run's lock.
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
