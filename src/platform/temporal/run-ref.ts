/** Parts of a run's workflow id. */
export interface RunRef {
  readonly id: string;
  /** Number of restarts by maintenance: the id of a closed workflow is not reused. */
  readonly restarts: number;
}

/** Returns the workflow id of a run. A restart has an id of its own. */
export function toWorkflowId({ id, restarts }: RunRef): string {
  return restarts === 0 ? id : `${id}/${restarts}`;
}

/** Returns the run of a workflow id. */
export function fromWorkflowId(workflowId: string): RunRef {
  const [id = '', restarts = '0'] = workflowId.split('/');
  return { id, restarts: Number(restarts) };
}
