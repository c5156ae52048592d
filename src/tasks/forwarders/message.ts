import type { toPublicTaskRun } from '../run-record.ts';

/** Builds the messages about a finished run. Pure. */

type ShownRun = Awaited<ReturnType<typeof toPublicTaskRun>>;

/** A run's record as in the API, with the URLs of the run and its files. */
export type ForwardedRun = Omit<ShownRun, 'files'> & {
  readonly url: string;
  readonly files: readonly (ShownRun['files'][number] & { readonly url: string })[];
};

/** Organization and project of a run. */
interface RunScope {
  readonly org_id: string;
  readonly project_id: string;
}

/** Adds the URLs to a run's record, below the base URL of the installation. */
export function toForwardedRun(run: ShownRun, { org_id, project_id }: RunScope, publicUrl: string): ForwardedRun {
  const base = publicUrl.replace(/\/$/, '');
  const url = `${base}/api/v1/org/${org_id}/project/${project_id}/task/${run.task_id}/run/${run.id}`;
  const files = run.files.map((file) => ({ ...file, url: `${url}/file/${encodeURIComponent(file.name)}` }));
  return { ...run, url, files };
}

/** Maximum size of a webhook body in bytes. Longer bodies omit fields that the URL provides. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Builds the body of a webhook: event, time and run. `left_out` lists omitted long fields. */
export function toWebhookBody(run: ForwardedRun): string {
  const serialize = (data: object) =>
    JSON.stringify({ type: `task_run.${run.status}`, timestamp: run.completed, data });
  const isWithinLimit = (body: string) => Buffer.byteLength(body) <= MAX_BODY_BYTES;
  const complete = serialize(run);
  if (isWithinLimit(complete)) return complete;
  const shortened = serialize({ ...run, run_data: {}, left_out: ['run_data'] });
  if (isWithinLimit(shortened)) return shortened;
  return serialize({ ...run, run_data: {}, response: null, left_out: ['run_data', 'response'] });
}
