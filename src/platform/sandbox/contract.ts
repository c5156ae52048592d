/**
 * Line, other than JSON, by which a process reports that it is ready for a job, and that the previous one is complete.
 */
export const READY = 'ready';

/** Limits of a job in a sandboxed process. */
export interface SandboxLimits {
  /** Total memory in megabytes. */
  readonly memoryMb: number;
  /**
   * Milliseconds to wait for its messages; time in which nobody reads them does not count. If other processes used the
   * CPU meanwhile, the wait lasts until the process had this much CPU time, at most six times as long.
   */
  readonly timeoutMs: number;
  /** Bytes of messages. */
  readonly outputBytes: number;
}

/** Thrown if a sandboxed process exceeded a limit or crashed. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly kind: 'memory' | 'time' | 'output' | 'crash';

  constructor(kind: SandboxError['kind']) {
    super(`a sandboxed process ended: ${kind}`);
    this.kind = kind;
  }
}
