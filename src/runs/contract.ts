/** What workflows and other rooms may know of runs, whatever their kind. Pure. */

/** The task or agent that a run is of, as its record shows it. */
export interface RunOf {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

/** Why a run failed, in words that may be shown. */
export interface RunError {
  readonly reason: string;
  readonly message: string;
}

/** Why a run is not moving. */
export interface WaitingFor {
  readonly kind:
    | 'approval'
    | 'budget'
    | 'reconnect'
    | 'tool_change'
    | 'retry'
    | 'held'
    | 'worker'
    | 'paused'
    | 'equal_bytes';
  readonly since: string;
  /** When it ends by itself, where that is known. */
  readonly until: string | null;
  readonly detail: string;
}

/** Most attempts at one model call before the run is an error. */
export const MODEL_ATTEMPTS = 6;
