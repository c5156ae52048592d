import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';

export type Trigger = Schemas['Trigger'];
export type Webhook = Schemas['WebhookTrigger'];
export type Schedule = Schemas['ScheduleTrigger'];
export type TriggerEvent = Schemas['TriggerEvent'];
export type AuthMethod = Webhook['auth_method'];

const WEBHOOKS_PATH = `${PROJECT}/trigger/webhook` as const;
export const WEBHOOK_PATH = `${WEBHOOKS_PATH}/{trigger_id}` as const;
const SCHEDULES_PATH = `${PROJECT}/trigger/schedule` as const;
export const SCHEDULE_PATH = `${SCHEDULES_PATH}/{trigger_id}` as const;

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

export function webhookQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['trigger', id],
    queryFn: () => get(WEBHOOK_PATH, { params: { path: { ...scope, trigger_id: id } } }),
  });
}

export function scheduleQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['trigger', id],
    queryFn: () => get(SCHEDULE_PATH, { params: { path: { ...scope, trigger_id: id } } }),
  });
}

/** Creates a trigger. The API returns the secret only once. */
export async function createTrigger({ org_id, project_id }: Scope, type: Trigger['type'], body: object) {
  const params = { path: { org_id, project_id } };
  if (type === 'schedule')
    return { trigger: await post(SCHEDULES_PATH, { params, body: body as never }), secret: undefined };
  const { auth_secret: secret, ...trigger } = await post(WEBHOOKS_PATH, { params, body: body as never });
  return { trigger, secret };
}

/** Updates fields of a trigger. */
export function updateTrigger(
  scope: Scope,
  { id, type }: Pick<Trigger, 'id' | 'type'>,
  fields: object,
): Promise<Webhook | Schedule> {
  const params = { path: { ...scope, trigger_id: id } };
  const body = fields as never;
  return type === 'webhook' ? post(WEBHOOK_PATH, { params, body }) : post(SCHEDULE_PATH, { params, body });
}

/** Caches an updated trigger and refetches the lists. */
export function cacheTrigger(saved: Webhook | Schedule): void {
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
    queryFn: () =>
      type === 'webhook' ? get(`${WEBHOOK_PATH}/events`, { params }) : get(`${SCHEDULE_PATH}/events`, { params }),
  });
}

/** Next run times of a schedule that is being edited. */
export function schedulePreviewQuery(scope: Scope, cron_expression: string, timezone: string) {
  const query = { cron_expression, timezone, count: 5 };
  return queryOptions({
    queryKey: ['trigger', 'preview', query],
    queryFn: () => get(`${SCHEDULES_PATH}/preview`, { params: { path: { ...scope }, query } }),
    retry: false,
  });
}
