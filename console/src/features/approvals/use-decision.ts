import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { APPROVAL_REQUEST } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createUuid } from '../../lib/uuid.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { getKindConfig } from './kinds.ts';
import { type Approval, getApprovalPath } from './queries.ts';
import { formatCall, formatSummary, withDecidedArguments } from './summary.ts';

interface Verdict {
  readonly verdict: 'approve' | 'reject';
  readonly note?: string;
  /** Complete arguments that replace the requested ones. */
  readonly editedArguments?: Readonly<Record<string, unknown>> | undefined;
}

/** Sends a decision with the digest of the shown arguments. The idempotency key makes a retry count once. */
export async function sendDecision(
  request: Approval,
  { verdict, note, editedArguments }: Verdict,
  key: string,
): Promise<Approval> {
  const params = { path: await getApprovalPath(request.id), header: { 'Idempotency-Key': key } };
  const noteBody = note?.trim() ? { decision_note: note.trim() } : {};
  if (verdict === 'reject') return post(`${APPROVAL_REQUEST}/reject`, { params, body: noteBody });
  const { arguments_digest } = request;
  const body = {
    ...noteBody,
    arguments_digest,
    ...(editedArguments === undefined ? {} : { arguments: { ...editedArguments } }),
  };
  return post(`${APPROVAL_REQUEST}/approve`, { params, body });
}

/** Milliseconds after a decision in which no other request can be decided. Longer than a double click. */
const DECISION_PAUSE_MS = 500;
const PAUSE_CHECK_INTERVAL_MS = 50;
let lastDecisionAt = Number.NEGATIVE_INFINITY;

const isInDecisionPause = () => Date.now() - lastDecisionAt < DECISION_PAUSE_MS;

/** Whether the user has just decided another request, so that a second press would decide this one unseen. */
export function useDecisionPause(): boolean {
  const [isPaused, setIsPaused] = useState(isInDecisionPause);
  useEffect(() => {
    if (!isPaused) return;
    const timer = setInterval(() => setIsPaused(isInDecisionPause()), PAUSE_CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPaused]);
  return isPaused;
}

/**
 * Returns a mutation that decides a request. A request that others decided becomes its receipt. `onDecided` is called
 * after the user's own decision.
 */
export function useDecision(request: Approval, onDecided: ((request: Approval) => void) | undefined) {
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      // A retry of the same decision reuses its key; another decision gets its own.
      const text = JSON.stringify(verdict);
      const key = keys.current.get(text) ?? createUuid();
      keys.current.set(text, key);
      return sendDecision(request, verdict, key);
    },
    onSuccess: (decidedRequest) => {
      lastDecisionAt = Date.now();
      queryClient.setQueryData(['approval_request', decidedRequest.id], decidedRequest);
      void queryClient.invalidateQueries({ queryKey: ['approval_request', decidedRequest.id] });
      void queryClient.invalidateQueries({ queryKey: ['approval_request', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['agent_run', decidedRequest.task_agent_run_id] });
      if (decidedRequest.task_run_id !== null)
        void queryClient.invalidateQueries({ queryKey: ['task_run', decidedRequest.task_run_id] });
      showToast(formatOutcome(decidedRequest));
      onDecided?.(decidedRequest);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      showToast(w.approvals.elsewhere, 'bad');
      void queryClient.invalidateQueries({ queryKey: ['approval_request'] });
    },
  });
}

function formatOutcome(request: Approval): string {
  const decidedRequest = withDecidedArguments(request);
  const { formatConfirmation } = getKindConfig(decidedRequest);
  if (decidedRequest.status === 'approved')
    return formatConfirmation('approve', formatCall(decidedRequest), formatSummary(decidedRequest));
  if (decidedRequest.status === 'rejected')
    return formatConfirmation('reject', formatCall(decidedRequest), formatSummary(decidedRequest));
  const approvalCount = decidedRequest.decisions.filter(({ decision }) => decision === 'approve').length;
  return w.approvals.noted({ n: decidedRequest.approvals_needed - approvalCount });
}
