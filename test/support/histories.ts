import { createRequire } from 'node:module';
import type { Client as TemporalClient, WorkflowHandle } from '@temporalio/client';

/** A workflow history. */
export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** Returns the workflow of a run once it has closed, shortly after the run has ended. */
export async function waitForClosedWorkflow(temporal: TemporalClient, runId: string): Promise<WorkflowHandle> {
  const handle = temporal.workflow.getHandle(runId);
  await handle.result();
  return handle;
}

interface HistoryType {
  fromObject(value: object): History;
  toObject(history: History, options: object): object;
}

// The SDK's JSON functions fail if npm installs protobufjs twice. The generated type works with one copy.
const common = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
const { History: historyType } = (
  common('@temporalio/proto') as { temporal: { api: { history: { v1: { History: HistoryType } } } } }
).temporal.api.history.v1;

/** Converts a history to JSON: enums by name, long numbers and bytes (base64) as text. */
export function historyToJson(history: History): string {
  const plain = historyType.toObject(historyType.fromObject(history), { longs: String, enums: String, bytes: String });
  return JSON.stringify(plain);
}

/** Parses a history from {@link historyToJson} for a replay. */
export function historyFromJson(json: string): History {
  return historyType.fromObject(JSON.parse(json));
}

/** A step in a history. */
interface RecordedStep {
  readonly name: string;
  /** Whether it was a local activity. */
  readonly inline: boolean;
}

/** Returns the steps of a run in order, without declined local activities. */
export function listRecordedSteps(history: History): RecordedStep[] {
  return (history.events ?? []).flatMap((event): RecordedStep[] => {
    const ordinary = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (ordinary) return [{ name: ordinary, inline: false }];
    const { markerName, details } = event.markerRecordedEventAttributes ?? {};
    const text = (key: string) => Buffer.from(details?.[key]?.payloads?.[0]?.data ?? '').toString('utf8');
    if (markerName !== 'core_local_activity' || text('result').includes('"declined"')) return [];
    return [{ name: JSON.parse(text('data')).activity_type, inline: true }];
  });
}
