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

const WEBHOOKS = `${PROJECT}/trigger/webhook` as const;
export const WEBHOOK = `${WEBHOOKS}/{trigger_id}` as const;
const SCHEDULES = `${PROJECT}/trigger/schedule` as const;
export const SCHEDULE = `${SCHEDULES}/{trigger_id}` as const;

/** What a trigger runs. */
export interface Target {
  readonly target_type: 'task' | 'task_agent';
  readonly target_id: string;
}

/** Triggers of the project, or of what one of them runs. */
export function triggers(scope: Scope, target?: Target) {
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

export function webhook(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['trigger', id],
    queryFn: () => get(WEBHOOK, { params: { path: { ...scope, trigger_id: id } } }),
  });
}

export function schedule(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['trigger', id],
    queryFn: () => get(SCHEDULE, { params: { path: { ...scope, trigger_id: id } } }),
  });
}

/** Makes a trigger; its secret, where it has one, is answered this once and kept nowhere. */
export async function makeTrigger({ org_id, project_id }: Scope, type: Trigger['type'], body: object) {
  const params = { path: { org_id, project_id } };
  if (type === 'schedule') return { made: await post(SCHEDULES, { params, body: body as never }), secret: undefined };
  const { auth_secret: secret, ...made } = await post(WEBHOOKS, { params, body: body as never });
  return { made, secret };
}

/** Changes fields of a trigger. */
export function changeTrigger(
  scope: Scope,
  { id, type }: Pick<Trigger, 'id' | 'type'>,
  fields: object,
): Promise<Webhook | Schedule> {
  const params = { path: { ...scope, trigger_id: id } };
  const body = fields as never;
  return type === 'webhook' ? post(WEBHOOK, { params, body }) : post(SCHEDULE, { params, body });
}

/** Keeps what a change of a trigger answered, and reads the lists that it stands in again. */
export function triggerChanged(saved: Webhook | Schedule): void {
  queryClient.setQueryData(['trigger', saved.id], saved);
  void queryClient.invalidateQueries({ queryKey: ['trigger', 'list'] });
}

/**
 * The newest events of a trigger. What they came to is what became of their runs: a change of a run of that kind reads them
 * again.
 */
export function eventsOf(scope: Scope, { id, type, target_type }: Pick<Trigger, 'id' | 'type' | 'target_type'>) {
  const path = { ...scope, trigger_id: id };
  const params = { path, query: { limit: 50 } };
  return queryOptions({
    queryKey: [target_type === 'task' ? 'task_run' : 'agent_run', 'list', 'events', id],
    queryFn: () => (type === 'webhook' ? get(`${WEBHOOK}/events`, { params }) : get(`${SCHEDULE}/events`, { params })),
  });
}

/** The next times of a schedule as it is typed. */
export function previewOf(scope: Scope, cron_expression: string, timezone: string) {
  const query = { cron_expression, timezone, count: 5 };
  return queryOptions({
    queryKey: ['trigger', 'preview', query],
    queryFn: () => get(`${SCHEDULES}/preview`, { params: { path: { ...scope }, query } }),
    retry: false,
  });
}
