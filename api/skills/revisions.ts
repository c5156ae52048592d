import Type from 'typebox';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import { Id } from '../../src/platform/schemas.ts';
import { skillProblems } from '../../src/skills/problems.ts';
import * as skills from '../../src/skills/queries.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../change.ts';
import { operation } from '../operation.ts';
import { skillRevision } from './parents.ts';
import { createRevision } from './revision.ts';
import { Skill, SkillRevision, SkillRevisionCreate, toRevisionRecord, toSkillRecord } from './schemas.ts';

const SKILL = '/org/{org_id}/project/{project_id}/skill/{skill_id}';

const create = operation(
  {
    id: 'skill_revision.create',
    method: 'POST',
    path: `${SKILL}/revision`,
    tag: 'Skills',
    summary: 'Create a skill revision',
    auth: { permission: 'skill:edit' },
    request: {
      checks: 'dry-run',
      body: SkillRevisionCreate,
      longBody: true,
      idempotent: false,
      example: { instructions: '# House style\n\nWrite in whole sentences.', annotation: 'shorter' },
    },
    response: { schemas: { 200: SkillRevision } },
    audit: { event: 'skill.revision_created' },
  },
  async ({ ctx, caller, params, body, change, request }) => {
    const { revision, files } = await createRevision(ctx, request, body);
    const { id, skill } = await change(async (trx) => {
      const locked = orNotFound(
        await skills.lockSkill(trx, caller.projectId, params.skill_id),
        'skill',
        params.skill_id,
      );
      const made = await skills.addSkillRevision(trx, locked, caller.subject.id, revision, files);
      const edited = await skills.updateSkill(
        trx,
        locked.id,
        body.activate ? skills.toActiveFields(made, revision) : {},
      );
      const payload = { skill_revision_id: made, activated: body.activate };
      return {
        result: { id: made, skill: edited },
        audited: { resource: { type: 'skill', id: locked.id }, name: locked.display_name, payload },
      };
    });
    const row = orNotFound(await skills.findSkillRevision(ctx.db, id), 'skill_revision', id);
    return toRevisionRecord(row, skill);
  },
);

const list = operation(
  {
    id: 'skill_revision.list',
    method: 'GET',
    path: `${SKILL}/revision`,
    tag: 'Skills',
    summary: 'List skill revisions',
    auth: { permission: 'skill:view' },
    response: { schemas: { 200: Type.Array(SkillRevision) } },
  },
  async ({ ctx, parents }) => {
    const rows = await skills.listSkillRevisions(ctx.db, parents.skill_id.id);
    return rows.map((row) => toRevisionRecord(row, parents.skill_id));
  },
);

const read = operation(
  {
    id: 'skill_revision.read',
    method: 'GET',
    path: `${SKILL}/revision/{revision_id}`,
    tag: 'Skills',
    summary: 'Get a skill revision',
    auth: { permission: 'skill:view' },
    request: { parents: { revision_id: skillRevision } },
    response: { schemas: { 200: SkillRevision } },
  },
  async ({ parents }) => toRevisionRecord(parents.revision_id, parents.skill_id),
);

const activate = operation(
  {
    id: 'skill.activate',
    method: 'POST',
    path: `${SKILL}/activate`,
    tag: 'Skills',
    summary: 'Activate a skill revision',
    auth: { permission: 'skill:edit' },
    request: {
      body: Type.Object({ revision_id: Id }),
      idempotent: false,
      example: { revision_id: '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5' },
    },
    response: { schemas: { 200: Skill } },
    audit: { event: 'skill.activated' },
  },
  (input) => activateRevision(input, input.body.revision_id),
);

const activateInPath = operation(
  {
    id: 'skill_revision.activate',
    method: 'POST',
    path: `${SKILL}/revision/{revision_id}/activate`,
    tag: 'Skills',
    summary: 'Activate a skill revision by its path',
    auth: { permission: 'skill:edit' },
    request: { parents: { revision_id: skillRevision }, idempotent: false },
    response: { schemas: { 200: Skill } },
    audit: { event: 'skill.activated' },
  },
  (input) => activateRevision(input, input.params.revision_id),
);

/** A request that activates a revision. */
interface Activation {
  readonly caller: Caller;
  readonly params: { readonly skill_id: string };
  readonly change: Change;
}

async function activateRevision({ caller, params, change }: Activation, revisionId: string) {
  const row = await change(async (trx) => {
    const locked = orNotFound(await skills.lockSkill(trx, caller.projectId, params.skill_id), 'skill', params.skill_id);
    const revision = await skills.findSkillRevision(trx, revisionId);
    if (revision?.skill_id !== locked.id)
      throw errors.invalid('revision_id', skillProblems.unknown_skill_revision_of_path);
    if (revision.id === locked.active_revision_id) {
      return { result: locked, audited: 'unchanged' };
    }
    const edited = await skills.updateSkill(trx, locked.id, skills.toActiveFields(revision.id, revision));
    const payload = { before: locked.active_revision_id, after: revision.id };
    return {
      result: edited,
      audited: { resource: { type: 'skill', id: locked.id }, name: locked.display_name, payload },
    };
  });
  return toSkillRecord(row);
}

export const SKILL_REVISION_OPERATIONS = [create, list, read, activate, activateInPath];
