import type { SyncActivities } from '../../../src/knowledge/sources/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { confirmSyncCancel, failSync, syncSome } from './sync.ts';

/** Activities of syncs. */
export function syncActivities(ctx: ActivityContext): SyncActivities {
  return {
    syncSome: (input) => syncSome(ctx, input),
    failSync: (input) => failSync(ctx, input),
    confirmSyncCancel: (input) => confirmSyncCancel(ctx, input),
  };
}
