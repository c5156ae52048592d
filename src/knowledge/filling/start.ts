import type { RunStarter } from '../../platform/temporal/starter.ts';
import { FILL_AGAIN, type FillingInput, fillingWorkflowId } from './contract.ts';

/** Makes sure that the vectors which a collection lacks are being made; `again` where there is something new to be done. */
export function ensureFilling(
  temporal: Pick<RunStarter, 'ensureWorkflow'>,
  { collectionId, orgId, again }: FillingInput & { readonly orgId: string; readonly again: boolean },
): Promise<void> {
  const input: FillingInput = { collectionId };
  const place = { queue: 'ingestion', orgId } as const;
  return temporal.ensureWorkflow(
    'fillCollection',
    fillingWorkflowId(input),
    input,
    again ? FILL_AGAIN : undefined,
    place,
  );
}
