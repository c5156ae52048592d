/** The line, no JSON, by which a process says that it takes a job, and thereby that the one before is done. */
export const READY = 'ready';

/** What a job of a process apart may take. */
export interface SandboxLimits {
  /** Megabytes of memory, all together. */
  readonly memoryMb: number;
  /**
   * Milliseconds in which its messages are waited for; time in which nobody takes them does not count. Where it had less of a core
   * meanwhile, because others wanted one too, it is waited for until it had as much, up to six times as long.
   */
  readonly timeoutMs: number;
  /** Bytes of messages. */
  readonly outputBytes: number;
}

/** Thrown where a process took too much of something, or broke down over its input. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly kind: 'memory' | 'time' | 'output' | 'crash';

  constructor(kind: SandboxError['kind']) {
    super(`a process apart ended: ${kind}`);
    this.kind = kind;
  }
}
