import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { APPROVAL_REQUEST } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { kindOf } from './kinds.ts';
import { type Approval, addressOf } from './queries.ts';
import { callOf, sentenceOf } from './sentence.ts';

export interface Verdict {
  readonly verdict: 'approve' | 'reject';
  readonly note?: string;
  /** The whole of the arguments in place of those that were asked for. */
  readonly edited?: Readonly<Record<string, unknown>> | undefined;
}

/** Sends a decision with the digest of what was shown. The key makes a repeat of the same one count once. */
export async function send(request: Approval, { verdict, note, edited }: Verdict, key: string): Promise<Approval> {
  const params = { path: await addressOf(request.id), header: { 'Idempotency-Key': key } };
  const written = note?.trim() ? { decision_note: note.trim() } : {};
  if (verdict === 'reject') return post(`${APPROVAL_REQUEST}/reject`, { params, body: written });
  const { arguments_digest } = request;
  const body = { ...written, arguments_digest, ...(edited === undefined ? {} : { arguments: { ...edited } }) };
  return post(`${APPROVAL_REQUEST}/approve`, { params, body });
}

/** Decides a request. What is said afterwards is made of the answer; a request that others decided turns into its receipt. */
export function useDecision(request: Approval) {
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      // The same decision sent again after a broken connection is the same one; another one has a key of its own.
      const text = JSON.stringify(verdict);
      const key = keys.current.get(text) ?? crypto.randomUUID();
      keys.current.set(text, key);
      return send(request, verdict, key);
    },
    onSuccess: (answer) => {
      queryClient.setQueryData(['approval_request', answer.id], answer);
      void queryClient.invalidateQueries({ queryKey: ['approval_request', answer.id] });
      void queryClient.invalidateQueries({ queryKey: ['approval_request', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['agent_run', answer.task_agent_run_id] });
      if (answer.task_run_id !== null)
        void queryClient.invalidateQueries({ queryKey: ['task_run', answer.task_run_id] });
      showToast(sayOutcome(answer));
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      showToast(w.approvals.elsewhere, 'bad');
      void queryClient.invalidateQueries({ queryKey: ['approval_request'] });
    },
  });
}

function sayOutcome(answer: Approval): string {
  const { done } = kindOf(answer);
  if (answer.status === 'approved') return done('approve', callOf(answer), sentenceOf(answer));
  if (answer.status === 'rejected') return done('reject', callOf(answer), sentenceOf(answer));
  const made = answer.decisions.filter(({ decision }) => decision === 'approve').length;
  return w.approvals.noted(answer.approvals_needed - made);
}
