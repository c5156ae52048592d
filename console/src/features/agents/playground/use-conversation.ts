import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AGENT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { createUuid } from '../../../lib/uuid.ts';
import { type AgentRun, agentRunQuery } from '../../runs/queries.ts';
import { FINAL_STATUSES } from '../../runs/run-status.tsx';
import type { RunAddress } from '../../runs/use-run-steps.ts';

/** A message of the conversation and the run that answers it. */
interface Exchange {
  readonly address: RunAddress;
  readonly message: string;
  readonly revisionId: string;
  readonly sessionId: string;
}

interface Options {
  readonly agentId: string;
  /** Returns the revision to run, and saves the draft as one if needed. */
  readonly prepareRevision: () => Promise<string>;
}

/** A conversation of real runs in one session. A message to another revision starts a new session. */
export function useConversation({ agentId, prepareRevision }: Options) {
  const scope = useScope();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const last = exchanges.at(-1);
  const lastRun = useQuery({
    ...agentRunQuery(last?.address ?? { ...scope, task_agent_id: agentId, run_id: '' }),
    enabled: last !== undefined,
  }).data;
  const path = { ...scope, task_agent_id: agentId };
  const send = useMutation({
    mutationFn: async (message: string) => {
      const revisionId = await prepareRevision();
      const session = last?.revisionId === revisionId ? { session_id: last.sessionId } : {};
      const params = { path, header: { Prefer: 'respond-async', 'Idempotency-Key': createUuid() } };
      const run = (await post(`${AGENT}/run`, {
        params,
        body: { message, revision_id: revisionId, ...session },
      })) as AgentRun;
      return { address: { ...path, run_id: run.id }, message, revisionId, sessionId: run.session_id };
    },
    onSuccess: (exchange) => setExchanges((before) => [...before, exchange]),
  });
  const isBusy = last !== undefined && !(lastRun !== undefined && FINAL_STATUSES.includes(lastRun.status));
  const stop = useMutation({
    mutationFn: () =>
      post(`${AGENT}/run/{run_id}/cancel`, {
        params: {
          path: { ...path, run_id: last?.address.run_id ?? '' },
          header: { 'Idempotency-Key': createUuid() },
        },
      }),
  });
  const startOver = () => {
    setExchanges([]);
    send.reset();
    stop.reset();
  };
  return { exchanges, lastRun, send, stop, isBusy, startOver };
}
