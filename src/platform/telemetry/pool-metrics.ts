import { type Db, getPoolUsage } from '../db/client.ts';
import type { GaugeSamples, GaugeSource } from './metrics.ts';

/** Creates the source of the connection pool of this process. */
export function createPoolSource(openDb: () => Promise<Db>): GaugeSource {
  return {
    name: 'database_pool',
    gauges: [
      { name: 'holdfast_database_pool_connections', help: 'Connections of the pool by state.' },
      { name: 'holdfast_database_pool_size', help: 'Maximum connections of the pool.' },
      { name: 'holdfast_database_pool_waiting', help: 'Statements and transactions that wait for a connection.' },
    ],
    async read(): Promise<GaugeSamples> {
      const usage = getPoolUsage(await openDb());
      if (!usage) return {};
      const { size, open, idle, waiting } = usage;
      return {
        holdfast_database_pool_connections: [
          { value: open - idle, labels: { state: 'used' } },
          { value: idle, labels: { state: 'idle' } },
        ],
        holdfast_database_pool_size: [{ value: size }],
        holdfast_database_pool_waiting: [{ value: waiting }],
      };
    },
  };
}
