import Type from 'typebox';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { Id, Nullable } from '../../platform/schemas.ts';
import {
  findSkill,
  listCatalogSkillIds,
  listUsableSkills,
  loadDependencies,
  loadSkillIds,
} from '../../skills/queries.ts';
import { readFirstPiece } from '../../skills/reading.ts';
import { agentProblems } from '../problems.ts';
import type { LoadedTool, Tool, ToolKind } from './kind.ts';
import { getRunSkills, type RunSkill, type SkillAttachment } from './skill-pins.ts';

/** A tool that reads the skills of a run. */
export interface SkillTool extends Tool {
  readonly skills: readonly RunSkill[];
}

/** Tool that returns the instructions of a skill. */
export const LOAD_SKILL = 'load_skill';
/** Tool that returns a file of a skill. */
const READ_SKILL_FILE = 'read_skill_file';

/** Skills of the project and of the catalog. A model loads them when it needs them. */
export const skillTools: ToolKind<'skill', 'skills', SkillAttachment> = {
  type: 'skill',
  field: 'skills',
  input: Type.Object({
    skill_id: Id,
    skill_revision_id: Type.Union([Id, Type.Null()], {
      default: null,
      description: 'ID of the revision. Null: the revision that is active when the run starts.',
    }),
  }),
  record: Type.Object({ skill_id: Id, skill_revision_id: Nullable(Id) }),
  maxItems: 50,
  initial: [],
  attaching: {
    type: 'skill',
    usePermission: 'skill:view',
    field: 'skill_id',
    getId: (item) => item.skill_id,
    isCovered: (item, before) => item.skill_revision_id === before.skill_revision_id,
    exists: findSkill,
    filterFree: listCatalogSkillIds,
  },
  reserved: [LOAD_SKILL, READ_SKILL_FILE],
  async check(db, projectId, items) {
    const ids = items.map((item) => item.skill_id);
    const skills = items.length === 0 ? [] : await listUsableSkills(db, projectId, ids);
    const revisions = await loadSkillIds(
      db,
      items.flatMap((item) => item.skill_revision_id ?? []),
    );
    const found: ValidationError[] = [];
    for (const [index, { skill_id: id, skill_revision_id: revision }] of items.entries()) {
      const reject = (field: keyof SkillAttachment, problem: Problem) =>
        found.push(errors.invalid(['skills', index, field], problem));
      if (!skills.some((skill) => skill.id === id)) reject('skill_id', agentProblems.unknown_attached_skill);
      else if (revision !== null && revisions.get(revision) !== id)
        reject('skill_revision_id', agentProblems.unknown_attached_skill_revision);
      if (ids.indexOf(id) < index) reject('skill_id', commonProblems.duplicate_item);
    }
    throwProblems(found);
    return items.length === 0 ? [] : [LOAD_SKILL, READ_SKILL_FILE];
  },
  async findItemName(db, projectId, { skill_id }) {
    const [skill] = await listUsableSkills(db, projectId, [skill_id]);
    return skill?.display_name;
  },
  async listRequirements(db, projectId, items) {
    const ids = items.map((item) => item.skill_id);
    const skills = items.length === 0 ? [] : await listUsableSkills(db, projectId, ids);
    const revisions = skills.map((skill) => ({
      skill_id: skill.id,
      id: items.find((item) => item.skill_id === skill.id)?.skill_revision_id ?? skill.active_revision_id,
    }));
    const stated = await loadDependencies(
      db,
      revisions.map(({ id }) => id),
    );
    return revisions.flatMap(({ skill_id, id }) =>
      (stated.get(id) ?? []).map((dependency, position) => ({ skill_id, skill_revision_id: id, position, dependency })),
    );
  },
  async load(db, projectId, items, runId) {
    const { skills } = await getRunSkills(db, projectId, items, runId);
    return skills.length === 0 ? [] : createSkillTools(skills);
  },
  loadDraft: (items) => (items.length === 0 ? [] : createSkillTools([])),
  async loadSkillsContext(db, projectId, items, runId) {
    const { skills, deleted: gone } = await getRunSkills(db, projectId, items, runId);
    const loaded = skills.map(async ({ name, skill_revision_id: id, loaded_turn: turn }) => {
      const piece = turn === null ? undefined : await readFirstPiece(db, id);
      return turn === null || piece === undefined ? [] : [{ name, turn, text: piece.text }];
    });
    return { listed: skills, loaded: (await Promise.all(loaded)).flat(), deleted: gone };
  },
};

function createSkillTools(skills: readonly RunSkill[]): LoadedTool<SkillTool>[] {
  const skill = { type: 'string', enum: skills.map(({ name }) => name), description: 'name of the skill' };
  const base = {
    type: 'skill' as const,
    targetId: null,
    sideEffects: () => false,
    skills,
  };
  return [
    {
      ...base,
      baseName: LOAD_SKILL,
      description: 'Loads a skill: returns its instructions and the list of its files.',
      parameters: { type: 'object', properties: { skill }, required: ['skill'], additionalProperties: false },
    },
    {
      ...base,
      baseName: READ_SKILL_FILE,
      description: 'Reads a text file of a skill. A long file is returned in parts; from sets where to continue.',
      parameters: {
        type: 'object',
        properties: {
          skill,
          path: { type: 'string', minLength: 1, description: 'path of the file in the skill folder' },
          from: {
            type: 'integer',
            minimum: 0,
            maximum: 20_000_000,
            description: 'number of the first character; default 0',
          },
        },
        required: ['skill', 'path'],
        additionalProperties: false,
      },
    },
  ];
}
