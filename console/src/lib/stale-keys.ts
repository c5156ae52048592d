import type { QueryKey } from '@tanstack/react-query';
import type { Schemas } from './api.ts';

/** A record change as the change stream sends it. */
export type RecordChange = Extract<Schemas['ProjectStreamEvent'], { event: 'record' }>['data'];

/** Maps a resource type to the query keys that contain its data. */
interface QueryRule {
  /** First part of the query key. Default: the resource type. */
  readonly queryName?: string;
  /** Whether a change also makes the parent's query stale. */
  readonly includesParent?: true;
  /** Prefixes of other query keys that contain data of the record. */
  readonly relatedKeys?: readonly QueryKey[];
}

/** Pickers of attachable resources, and pickers of resources to grant roles on. */
const ATTACHABLE_KEYS: readonly QueryKey[] = [['attachable']];
const TARGET_KEYS: readonly QueryKey[] = [['attachable'], ['subjects'], ['found']];
/** Reports aggregate runs. */
const REPORT_KEYS: readonly QueryKey[] = [['report']];

/** Rules by resource type. Types without a rule use their own name as query key. */
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

/** Queries that depend on members and roles. */
const MEMBER_KEYS: readonly QueryKey[] = [
  ['member', 'list'],
  ['invite', 'list'],
  ['places'],
  ['user', 'organization'],
  ['user', 'role'],
];

/** Returns the query keys that a record change makes stale. */
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
