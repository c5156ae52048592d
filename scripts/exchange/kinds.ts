import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';

/** Kinds of documents in the order of creation: later kinds may refer to earlier ones. */
export const KINDS = ['skill', 'task', 'agent', 'eval_set'] as const;
export type KindName = (typeof KINDS)[number];

/** File format of a kind. */
interface Kind {
  readonly folder: string;
  /** Field with the name, unique per project. */
  readonly name: 'name' | 'slug';
  /** Own fields in file order. */
  readonly fields: readonly string[];
  /** Fields of the revision; empty for kinds without revisions. */
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
    fields: ['name', 'description', 'task_agent_run_visibility', 'exposed_to_agents', 'tags'],
    revision: listRevisionFields(AGENT_REVISION_FIELDS),
  },
  eval_set: {
    folder: 'eval-sets',
    name: 'name',
    fields: ['name', 'task', 'agent', 'description', 'scorers', 'cases'],
    revision: [],
  },
};

/** A record in its file form. */
export interface Document {
  readonly kind: KindName;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly revision: Readonly<Record<string, unknown>>;
}

/** Returns the key of a document among its kind. An eval set belongs to a task or an agent. */
export function toKey({ kind, fields }: Document): string {
  const of = kind !== 'eval_set' ? '' : fields.task === undefined ? `agent ${fields.agent}: ` : `task ${fields.task}: `;
  return `${kind} ${of}${fields[KIND_BY_NAME[kind].name]}`.toLowerCase();
}

/** Returns the title of a document for reports. */
export function toTitle({ kind, fields }: Document): string {
  const of =
    kind !== 'eval_set' ? '' : ` of the ${fields.task === undefined ? `agent ${fields.agent}` : `task ${fields.task}`}`;
  return `${kind.replace('_', ' ')} ${fields[KIND_BY_NAME[kind].name]}${of}`;
}
