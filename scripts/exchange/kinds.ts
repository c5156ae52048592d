import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';

/** What is kept as files, in the order in which it is made: what comes later may name what came before. */
export const KINDS = ['skill', 'task', 'agent', 'eval_set'] as const;
export type KindName = (typeof KINDS)[number];

/** How a kind stands in files. */
export interface Kind {
  readonly folder: string;
  /** The field that names one, once per project. */
  readonly name: 'name' | 'slug';
  /** Fields of its own, in the order of a file. */
  readonly fields: readonly string[];
  /** Fields of what it says or does, below `revision`; none where it has no revisions. */
  readonly revision: readonly string[];
}

const listRevisionFields = (fields: object) => Object.keys(fields).filter((name) => name !== 'annotation');

export const KIND_BY_NAME: Readonly<Record<KindName, Kind>> = {
  skill: {
    folder: 'skills',
    name: 'slug',
    fields: ['slug', 'display_name', 'description', 'license', 'compatibility'],
    revision: ['instructions', 'reference_docs', 'assets', 'skill_metadata', 'capabilities'],
  },
  task: {
    folder: 'tasks',
    name: 'name',
    fields: ['name', 'description', 'enabled', 'public', 'exposed_to_agents', 'task_run_visibility', 'tags'],
    revision: listRevisionFields(TASK_REVISION_FIELDS),
  },
  agent: {
    folder: 'agents',
    name: 'name',
    fields: ['name', 'description', 'task_agent_run_visibility', 'tags'],
    revision: listRevisionFields(AGENT_REVISION_FIELDS),
  },
  eval_set: {
    folder: 'eval-sets',
    name: 'name',
    fields: ['name', 'task', 'agent', 'description', 'scorers', 'cases'],
    revision: [],
  },
};

/** Something as its file has it. */
export interface Document {
  readonly kind: KindName;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly revision: Readonly<Record<string, unknown>>;
}

/** What tells a thing from others of its kind: an eval set is one of a task or an agent. */
export function toKey({ kind, fields }: Document): string {
  const of = kind !== 'eval_set' ? '' : fields.task === undefined ? `agent ${fields.agent}: ` : `task ${fields.task}: `;
  return `${kind} ${of}${fields[KIND_BY_NAME[kind].name]}`.toLowerCase();
}

/** A thing as reports name it. */
export function toTitle({ kind, fields }: Document): string {
  const of =
    kind !== 'eval_set' ? '' : ` of the ${fields.task === undefined ? `agent ${fields.agent}` : `task ${fields.task}`}`;
  return `${kind.replace('_', ' ')} ${fields[KIND_BY_NAME[kind].name]}${of}`;
}
