import type { AgentPath } from '../client/index.ts';
import type { Db } from '../src/platform/db/client.ts';
import type { ModelControl } from '../test/support/model-server.ts';
import type { ApiClient, Person } from './client.ts';
import type { AgentName } from './plan.ts';
import type { Repairer } from './repair.ts';
import type { ToolServer } from './tools.ts';

/** Context of the execution of a run. */
export interface DrillWorld {
  readonly client: ApiClient;
  /** An owner and two editors of the project. */
  readonly people: readonly [Person, Person, Person];
  readonly tools: ToolServer;
  readonly model: ModelControl;
  /** Base addresses of the API processes. */
  readonly apis: readonly string[];
  readonly projectId: string;
  /** Database access for what a protocol does not show. */
  readonly db: Db;
  /** Whether models differ in speed. */
  readonly mixed: boolean;
  /** Paths of the agents. */
  readonly agents: Readonly<Record<AgentName, AgentPath>>;
  /** Fixes what calls wait for. */
  readonly repairer: Repairer;
  /** Aborts when the drill gives up. */
  readonly signal: AbortSignal;
  /** Called at every event of any run. */
  readonly moved: () => void;
}
