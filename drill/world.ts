import type { ModelControl } from '../test/support/model-server.ts';
import type { Doors, Person } from './client.ts';
import type { AgentName } from './plan.ts';
import type { ToolServer } from './tools.ts';

/** What a run is driven with. */
export interface DrillWorld {
  readonly doors: Doors;
  /** An owner and two editors of the project. */
  readonly people: readonly [Person, Person, Person];
  readonly tools: ToolServer;
  readonly model: ModelControl;
  /** Path of each agent below `/api/v1`. */
  readonly agents: Readonly<Record<AgentName, string>>;
  /** Aborts when the drill gives up waiting. */
  readonly signal: AbortSignal;
  /** Called at every event of any run. */
  readonly moved: () => void;
}
