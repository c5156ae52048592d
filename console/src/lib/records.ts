import type { QueryKey } from '@tanstack/react-query';
import type { Schemas } from './api.ts';

/** What the stream of changes tells of a record. */
export type RecordChange = Extract<Schemas['ProjectStreamEvent'], { event: 'record' }>['data'];

/** What was read of a record, and lists in which it may stand. */
interface Read {
  /** Name under which it is read where that is not its type. */
  readonly name?: string;
  /** Where it is a part of something: that is read with it. */
  readonly withParent?: true;
  /** Beginnings of what else shows something of it. */
  readonly also?: readonly QueryKey[];
}

/** What is attached to agents is looked up in one list, and where a role is asked for in another. */
const ATTACHED: readonly QueryKey[] = [['attachable']];
const TARGETS: readonly QueryKey[] = [['attachable'], ['subjects'], ['found']];
/** What runs came to is read again with each of them. */
const REPORTED: readonly QueryKey[] = [['report']];

/** The one place that says what screens read of which resource, by its type; what is not named is read under its own. */
const READS: Readonly<Record<string, Read>> = {
  task_run: { also: REPORTED },
  agent_run: { also: REPORTED },
  task: { also: TARGETS },
  task_revision: { name: 'task', withParent: true },
  task_agent: { name: 'agent', also: TARGETS },
  skill: { also: ATTACHED },
  task_mcp_server: { also: ATTACHED },
  task_mcp_tool: { name: 'task_mcp_server', withParent: true, also: ATTACHED },
  integration: { also: ATTACHED },
  collection: { also: ATTACHED },
  task_share: { name: 'share' },
  task_agent_share: { name: 'share' },
  eval_set: { withParent: true },
  feedback: { withParent: true },
  forward_delivery: { name: 'task_forwarder', withParent: true, also: [['task_run', 'list']] },
  credit_budget: { also: [['agent_run', 'list']] },
  model_exclusion: { also: [['model']] },
  model_key: { also: [['model'], ['model_provider']] },
  organization_invite: { name: 'invite' },
  project: { also: [['places']] },
  document: { also: [['collection'], ['knowledge_source']] },
  source_run: { also: [['knowledge_source']] },
  document_group: { name: 'document', also: [['collection']] },
};

/** Lists in which people and their roles stand, and what hangs on the roles that one holds oneself. */
const MEMBERS: readonly QueryKey[] = [
  ['member', 'list'],
  ['invite', 'list'],
  ['places'],
  ['user', 'organization'],
  ['user', 'role'],
];

/** What a change of a record makes old: what is read of it, and lists. */
export function oldBy({
  resource,
  id,
  action,
  parent,
}: Pick<RecordChange, 'resource' | 'id'> & Partial<RecordChange>): {
  readonly ones: readonly QueryKey[];
  readonly lists: readonly QueryKey[];
} {
  const { name = resource, withParent, also = [] } = READS[resource] ?? {};
  const own = resource === 'feedback' ? [] : [[name, id]];
  const above = withParent && parent ? [[name, parent.id]] : [];
  const members = action === 'members_changed' ? MEMBERS : [];
  return { ones: [...own, ...above], lists: [[name, 'list'], ...also, ...members] };
}
