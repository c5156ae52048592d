/** A run as its workflow is named after it. */
export interface RunRef {
  readonly id: string;
  /** How often the reconciler had to start it anew: a closed workflow's id must not run again. */
  readonly restarts: number;
}

export function workflowIdOf({ id, restarts }: RunRef): string {
  return restarts === 0 ? id : `${id}/${restarts}`;
}
