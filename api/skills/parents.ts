import { errors } from '../../src/platform/errors.ts';
import { findCatalogSkill, findSkill, findSkillRevision } from '../../src/skills/queries.ts';
import { parent } from '../path.ts';

const SKILL = { description: 'Skill', field: 'skill' };

/** A catalog skill, which everyone can read. */
export const catalogSkill = parent({ ...SKILL, load: (db, { id }) => findCatalogSkill(db, id) });

/** A revision of the skill in the path. */
export const skillRevision = parent({
  description: 'Revision of the skill',
  field: 'skill_revision',
  load: (db, { id }) => findSkillRevision(db, id),
  check(revision, { above }) {
    if (revision.skill_id !== above) throw errors.notFound('skill_revision', revision.id);
  },
});

export const SKILL_PARENTS = {
  skill_id: parent({ ...SKILL, load: (db, { id, caller }) => findSkill(db, caller.projectId, id) }),
};
