import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';

export type Trigger = Schemas['Trigger'];
export type Webhook = Schemas['WebhookTrigger'];
export type Schedule = Schemas['ScheduleTrigger'];
export type TriggerEvent = Schemas['TriggerEvent'];
export type AuthMethod = Webhook['auth_method'];

/** Path of the triggers of a kind. All kinds have the operations of this type. */
const toKindPath = (type: Trigger['type']) => `${PROJECT}/trigger/${type}` as `${typeof PROJECT}/trigger/webhook`;
const toTriggerPath = (type: Trigger['type']) => `${toKindPath(type)}/{trigger_id}` as const;

/** Task or agent that a trigger runs. */
export type Target = Pick<Trigger, 'target_type' | 'target_id'>;

/** Triggers of the project, or of one target. */
export function triggersQuery(scope: Scope, target?: Target) {
  return queryOptions({
    queryKey: ['trigger', 'list', scope.project_id, target?.target_id],
    queryFn: async () =>
      (
        await listAll((page) =>
          get(`${PROJECT}/trigger`, { params: { path: { ...scope }, query: { ...page, ...target } } }),
        )
      ).results,
  });
}

/** A trigger with the fields of its kind. */
export function triggerQuery(scope: Scope, { type, id }: Pick<Trigger, 'type' | 'id'>) {
  return queryOptions({
    queryKey: ['trigger', id],
    queryFn: (): Promise<Trigger> => get(toTriggerPath(type), { params: { path: { ...scope, trigger_id: id } } }),
  });
}

/** Creates a trigger. The API returns a generated secret only once. */
export async function createTrigger({ org_id, project_id }: Scope, type: Trigger['type'], body: object) {
  const params = { path: { org_id, project_id } };
  const { auth_secret: secret, ...trigger } = await post(toKindPath(type), { params, body: body as never });
  return { trigger, secret };
}

/** Updates fields of a trigger. */
export function updateTrigger(
  scope: Scope,
  { id, type }: Pick<Trigger, 'id' | 'type'>,
  fields: object,
): Promise<Trigger> {
  return post(toTriggerPath(type), { params: { path: { ...scope, trigger_id: id } }, body: fields as never });
}

/** Deletes a trigger with its events. */
export async function deleteTrigger(scope: Scope, { id, type }: Pick<Trigger, 'id' | 'type'>): Promise<void> {
  await del(toTriggerPath(type), { params: { path: { ...scope, trigger_id: id } } });
}

/** Caches an updated trigger and refetches the lists. */
export function cacheTrigger(saved: Trigger): void {
  queryClient.setQueryData(['trigger', saved.id], saved);
  void queryClient.invalidateQueries({ queryKey: ['trigger', 'list'] });
}

/** Newest events of a trigger. The key matches run lists, so that changes of runs refetch the events. */
export function triggerEventsQuery(
  scope: Scope,
  { id, type, target_type }: Pick<Trigger, 'id' | 'type' | 'target_type'>,
) {
  const path = { ...scope, trigger_id: id };
  const params = { path, query: { limit: 50 } };
  return queryOptions({
    queryKey: [target_type === 'task' ? 'task_run' : 'agent_run', 'list', 'events', id],
    queryFn: () => get(`${toTriggerPath(type)}/events`, { params }),
  });
}

/** Next run times of a schedule that is being edited. */
export function schedulePreviewQuery(scope: Scope, cron_expression: string, timezone: string) {
  const query = { cron_expression, timezone, count: 5 };
  return queryOptions({
    queryKey: ['trigger', 'preview', query],
    queryFn: () => get(`${PROJECT}/trigger/schedule/preview`, { params: { path: { ...scope }, query } }),
    retry: false,
  });
}
