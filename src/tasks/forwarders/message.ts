import type { toPublicTaskRun } from '../run-record.ts';

/** What is sent of a run that ended. Pure. */

type ShownRun = Awaited<ReturnType<typeof toPublicTaskRun>>;

/** A run's record as the API shows it, with where it and its files are. */
export type ForwardedRun = Omit<ShownRun, 'files'> & {
  readonly url: string;
  readonly files: readonly (ShownRun['files'][number] & { readonly url: string })[];
};

/** Where a run belongs. */
export interface RunScope {
  readonly org_id: string;
  readonly project_id: string;
}

/** A run's record with the addresses below the base address of the installation. */
export function toForwardedRun(run: ShownRun, { org_id, project_id }: RunScope, publicUrl: string): ForwardedRun {
  const base = publicUrl.replace(/\/$/, '');
  const url = `${base}/api/v1/org/${org_id}/project/${project_id}/task/${run.task_id}/run/${run.id}`;
  const files = run.files.map((file) => ({ ...file, url: `${url}/file/${encodeURIComponent(file.name)}` }));
  return { ...run, url, files };
}

/** Maximum size of a webhook body in bytes. Longer bodies omit fields that the URL provides. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The body of a webhook: what happened, when, and the run. `left_out` names fields that were too long to be sent. */
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
