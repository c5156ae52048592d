/** A run as its workflow is named after it. */
export interface RunRef {
  readonly id: string;
  /** How often maintenance restarted it: the id of a closed workflow is not used again. */
  readonly restarts: number;
}

export function toWorkflowId({ id, restarts }: RunRef): string {
  return restarts === 0 ? id : `${id}/${restarts}`;
}
