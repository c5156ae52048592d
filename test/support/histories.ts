import { createRequire } from 'node:module';
import type { Client as TemporalClient, WorkflowHandle } from '@temporalio/client';

/** A workflow's history as Temporal keeps it. */
export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** The workflow of a run once it has closed, which is moments after the run has ended. */
export async function closedWorkflow(temporal: TemporalClient, runId: string): Promise<WorkflowHandle> {
  const handle = temporal.workflow.getHandle(runId);
  await handle.result();
  return handle;
}

interface HistoryType {
  fromObject(value: object): History;
  toObject(history: History, options: object): object;
}

// The SDK's own JSON functions fail where npm gives two of its packages a protobufjs each, as it does here; the
// generated type does the same and needs one copy only.
const common = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
const { History: historyType } = (
  common('@temporalio/proto') as { temporal: { api: { history: { v1: { History: HistoryType } } } } }
).temporal.api.history.v1;

/** A history as JSON: enumerations by name, long numbers and bytes (in base64) as text. */
export function historyToJson(history: History): string {
  const plain = historyType.toObject(historyType.fromObject(history), { longs: String, enums: String, bytes: String });
  return JSON.stringify(plain);
}

/** The history that a JSON text of {@link historyToJson} holds, ready for a replay. */
export function historyFromJson(json: string): History {
  return historyType.fromObject(JSON.parse(json));
}

/** A step that a history tells of. */
export interface RecordedStep {
  readonly name: string;
  /** Whether it ran as a local activity. */
  readonly inline: boolean;
}

/** The steps of a run in their order, without those that a local activity declined. */
export function stepsOf(history: History): RecordedStep[] {
  return (history.events ?? []).flatMap((event): RecordedStep[] => {
    const ordinary = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (ordinary) return [{ name: ordinary, inline: false }];
    const { markerName, details } = event.markerRecordedEventAttributes ?? {};
    const text = (key: string) => Buffer.from(details?.[key]?.payloads?.[0]?.data ?? '').toString('utf8');
    if (markerName !== 'core_local_activity' || text('result').includes('"declined"')) return [];
    return [{ name: JSON.parse(text('data')).activity_type, inline: true }];
  });
}
