import type { GuardedClient } from '../../platform/http/guarded-client.ts';

/** Context of a built-in tool call. */
export interface BuiltinContext {
  /** Stops the tool at once. */
  readonly signal: AbortSignal;
  readonly http: Pick<GuardedClient, 'request'>;
  /** The current time. */
  readonly now: () => Date;
  /** Idempotency key of the tool call, the same on every repeat. */
  readonly idempotencyKey: string;
}

/** A built-in tool. */
export interface BuiltinTool {
  /** Name for the model. */
  readonly name: string;
  /** Description for the model. */
  readonly description: string;
  /** JSON Schema of the arguments: an object without additional properties. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether a call with these arguments can have side effects. True when in doubt. */
  sideEffects(args: unknown): boolean;
  /** Set if the effect depends on the arguments. */
  readonly effectVaries?: true;
  /** Whether every call only computes: it changes nothing and ends immediately on this machine. */
  readonly quick: boolean;
  /**
   * Executes a call and returns a JSON value. Throws ToolFailure for arguments that the model can fix, and
   * OutboundError if an external server did not respond.
   */
  run(args: unknown, context: BuiltinContext): Promise<unknown>;
}

/** An error for the model. The message describes the problem with its arguments. */
export class ToolFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ToolFailure';
  }
}

/** Returns the arguments as an object with only the given members. Throws ToolFailure for anything else. */
export function parseArguments(args: unknown, members: readonly string[]): Record<string, unknown> {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw new ToolFailure('the arguments must be an object');
  }
  const unknown = Object.keys(args).find((name) => !members.includes(name));
  if (unknown !== undefined) throw new ToolFailure(`there is no argument named ${JSON.stringify(unknown)}`);
  return Object.fromEntries(Object.entries(args));
}
