import { lazy } from 'react';
import { isolateText } from '../../../lib/hidden-text.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { Button, getButtonClassName } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Hourglass, UserRound } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { w } from '../../../words/index.ts';
import type { Approval } from '../queries.ts';
import { useAssign, useSnooze } from './queries.ts';

const AssignMenuItems = lazy(() => import('./assign-menu-items.tsx'));
const SnoozeMenuItems = lazy(() => import('./snooze-menu-items.tsx'));

/** Shows who takes care of a request and whether the user snoozed it. Changes both while it is pending. */
export default function RequestTriage({ request }: { readonly request: Approval }) {
  const { status, assigned_to, assigned_to_name, snoozed_until } = request;
  const ownId = useCurrentUser()?.user_id ?? undefined;
  const assign = useAssign(request);
  const snooze = useSnooze(request);
  const isPending = status === 'pending';
  const name = assigned_to === null ? undefined : isolateText(assigned_to_name ?? assigned_to);
  const assignee = name === undefined ? undefined : w.inbox.assignedTo({ name });
  useShortcuts([
    {
      key: 'm',
      description: w.inbox.assignToMe,
      run: () => isPending && ownId !== undefined && assign.mutate(ownId),
    },
  ]);
  if (!isPending) return assignee === undefined ? null : <p className="text-muted">{assignee}</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Menu
          align="start"
          className={getButtonClassName('plain')}
          {...(assignee !== undefined && { ariaLabel: assignee })}
          label={
            <>
              <UserRound className="size-4 shrink-0" />
              <span className="truncate">{name ?? w.inbox.assign}</span>
            </>
          }
        >
          <AssignMenuItems assignedTo={assigned_to} onAssign={assign.mutate} />
        </Menu>
        {snoozed_until === null ? (
          <Menu
            align="start"
            className={getButtonClassName('plain')}
            label={
              <>
                <Hourglass className="size-4 shrink-0" />
                {w.inbox.snooze}
              </>
            }
          >
            <SnoozeMenuItems expiresAt={request.expires_at} onSnooze={snooze.mutate} />
          </Menu>
        ) : (
          <>
            <span className="text-muted">
              {w.inbox.snoozedUntil({ time: formatDateTime(Date.parse(snoozed_until)) })}
            </span>
            <Button isPending={snooze.isPending} onClick={() => snooze.mutate(null)}>
              {w.inbox.endSnooze}
            </Button>
          </>
        )}
      </div>
      {assign.error && <ErrorAlert error={assign.error} />}
      {snooze.error && <ErrorAlert error={snooze.error} />}
    </>
  );
}
