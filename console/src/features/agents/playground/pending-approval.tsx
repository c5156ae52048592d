import { useEffect } from 'react';
import { w } from '../../../words/index.ts';
import { ApprovalDetail } from '../../approvals/approval-detail.tsx';

interface Props {
  readonly id: string;
  /** Number of other requests of the run that wait. */
  readonly others: number;
  /** Element that scrolls the conversation, and takes the focus after the decision. */
  readonly scrollerRef: { readonly current: HTMLElement | null };
}

/** A pending request inside the conversation, to be decided here. */
export function PendingApproval({ id, others, scrollerRef }: Props) {
  useEffect(() => {
    const scroller = scrollerRef.current;
    // The buttons are gone after the decision.
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) scroller?.focus({ preventScroll: true });
      });
  }, [scrollerRef]);
  return (
    <section
      data-pending-approval
      aria-label={w.builder.decideHere}
      className="flex flex-col gap-2 rounded-lg border border-warning bg-surface p-4"
    >
      {others > 0 && <p className="text-sm text-muted">{w.builder.moreWaiting({ n: others })}</p>}
      <ApprovalDetail id={id} hidesTriage />
    </section>
  );
}
