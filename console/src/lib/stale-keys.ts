import type { QueryKey } from '@tanstack/react-query';
import type { Schemas } from './api.ts';

/** What the stream of changes tells of a record. */
export type RecordChange = Extract<Schemas['ProjectStreamEvent'], { event: 'record' }>['data'];

/** What was read of a record, and lists in which it may stand. */
interface QueryRule {
  /** Name under which it is read where that is not its type. */
  readonly queryName?: string;
  /** Where it is a part of something: that is read with it. */
  readonly includesParent?: true;
  /** Beginnings of what else shows something of it. */
  readonly relatedKeys?: readonly QueryKey[];
}

/** What is attached to agents is looked up in one list, and where a role is asked for in another. */
const ATTACHABLE_KEYS: readonly QueryKey[] = [['attachable']];
const TARGET_KEYS: readonly QueryKey[] = [['attachable'], ['subjects'], ['found']];
/** What runs came to is read again with each of them. */
const REPORT_KEYS: readonly QueryKey[] = [['report']];

/** The one place that says what screens read of which resource, by its type; what is not named is read under its own. */
const QUERY_RULES: Readonly<Record<string, QueryRule>> = {
  task_run: { relatedKeys: REPORT_KEYS },
  agent_run: { relatedKeys: REPORT_KEYS },
  task: { relatedKeys: TARGET_KEYS },
  task_revision: { queryName: 'task', includesParent: true },
  task_agent: { queryName: 'agent', relatedKeys: TARGET_KEYS },
  skill: { relatedKeys: ATTACHABLE_KEYS },
  task_mcp_server: { relatedKeys: ATTACHABLE_KEYS },
  task_mcp_tool: { queryName: 'task_mcp_server', includesParent: true, relatedKeys: ATTACHABLE_KEYS },
  integration: { relatedKeys: ATTACHABLE_KEYS },
  collection: { relatedKeys: ATTACHABLE_KEYS },
  task_share: { queryName: 'share' },
  task_agent_share: { queryName: 'share' },
  eval_set: { includesParent: true },
  feedback: { includesParent: true },
  forward_delivery: { queryName: 'task_forwarder', includesParent: true, relatedKeys: [['task_run', 'list']] },
  credit_budget: { relatedKeys: [['agent_run', 'list']] },
  model_exclusion: { relatedKeys: [['model']] },
  model_key: { relatedKeys: [['model'], ['model_provider']] },
  organization_invite: { queryName: 'invite' },
  project: { relatedKeys: [['places']] },
  document: { relatedKeys: [['collection'], ['knowledge_source']] },
  source_run: { relatedKeys: [['knowledge_source']] },
  document_group: { queryName: 'document', relatedKeys: [['collection']] },
};

/** Lists in which people and their roles stand, and what hangs on the roles that one holds oneself. */
const MEMBER_KEYS: readonly QueryKey[] = [
  ['member', 'list'],
  ['invite', 'list'],
  ['places'],
  ['user', 'organization'],
  ['user', 'role'],
];

/** What a change of a record makes old: what is read of it, and lists. */
export function getStaleKeys({
  resource,
  id,
  action,
  parent,
}: Pick<RecordChange, 'resource' | 'id'> & Partial<RecordChange>): {
  readonly recordKeys: readonly QueryKey[];
  readonly listKeys: readonly QueryKey[];
} {
  const { queryName = resource, includesParent, relatedKeys = [] } = QUERY_RULES[resource] ?? {};
  const ownKeys = resource === 'feedback' ? [] : [[queryName, id]];
  const parentKeys = includesParent && parent ? [[queryName, parent.id]] : [];
  const memberKeys = action === 'members_changed' ? MEMBER_KEYS : [];
  return { recordKeys: [...ownKeys, ...parentKeys], listKeys: [[queryName, 'list'], ...relatedKeys, ...memberKeys] };
}
