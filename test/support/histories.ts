import { createRequire } from 'node:module';
import { type Client as TemporalClient, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import { eventually } from './client.ts';

/** A workflow's history as Temporal keeps it. */
export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** The workflow of a run once it has closed. A short run has its answer before its workflow is there, let alone closed. */
export async function closedWorkflow(temporal: TemporalClient, runId: string): Promise<WorkflowHandle> {
  const handle = temporal.workflow.getHandle(runId);
  const isThere = async () => {
    try {
      await handle.describe();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
  await eventually(isThere, (there) => there);
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

/**
 * The steps of a run that its history tells of, in their order: those begun as local activities, by the names that they have
 * elsewhere, and those taken from the shared queue.
 */
export function stepsOf(history: History): string[] {
  return (history.events ?? []).flatMap((event) => {
    const ordinary = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (ordinary) return ordinary === 'awaitStep' ? [] : [ordinary];
    const { markerName, details } = event.markerRecordedEventAttributes ?? {};
    const data = details?.data?.payloads?.[0]?.data;
    if (markerName !== 'core_local_activity' || !data) return [];
    return [JSON.parse(Buffer.from(data).toString('utf8')).activity_type.replace(/Here$/, '')];
  });
}
