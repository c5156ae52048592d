import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { cacheTrigger, deleteTrigger, type Trigger, updateTrigger } from './queries.ts';
import { TriggerStatusBadge } from './status-badges.tsx';
import { TriggerEvents } from './trigger-events.tsx';

interface Props {
  readonly trigger: Trigger;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Layout of all trigger screens: name, state, target, actions and events. */
export function TriggerPage({ trigger, error, onRetry, children }: Props) {
  const canEdit = useHasPermission('project', 'edit');
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      <CopyableId id={trigger.id} />
      {canEdit && (
        <>
          <PauseButton trigger={trigger} />
          <DeleteButton trigger={trigger} />
        </>
      )}
    </div>
  );
  return (
    <Page title={trigger.name} actions={actions}>
      <BackToTriggers trigger={trigger} />
      {error ? <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={onRetry} /> : null}
      {canEdit === false && <p className="text-muted">{w.triggers.editors}</p>}
      {trigger.description && <p className="text-muted">{trigger.description}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TriggerStatusBadge trigger={trigger} />
        <span>{w.triggers.types[trigger.type]}</span>
        <span className="text-muted">
          {w.triggers.lastFired}: {trigger.last_fired === null ? w.triggers.never : <Time at={trigger.last_fired} />}
        </span>
      </p>
      {trigger.paused_because && (
        <p role="alert" className="rounded-md border border-danger bg-danger-subtle p-2 text-danger">
          <ReasonText {...trigger.paused_because} />
        </p>
      )}
      {children}
      <TriggerEvents trigger={trigger} />
    </Page>
  );
}

/** Link back to the triggers of the target. */
function BackToTriggers({ trigger: { target_type: type, target_id: id } }: { readonly trigger: Trigger }) {
  const search = { tab: 'triggers' };
  return type === 'task' ? (
    <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="link">
      ← {w.triggers.triggersOfTask}
    </Link>
  ) : (
    <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="link">
      ← {w.triggers.triggersOfAgent}
    </Link>
  );
}

function PauseButton({ trigger }: { readonly trigger: Trigger }) {
  const scope = useScope();
  const toggle = useMutation({
    mutationFn: () => updateTrigger(scope, trigger, { status: trigger.status === 'active' ? 'paused' : 'active' }),
    onSuccess: cacheTrigger,
  });
  return (
    <>
      <Button isPending={toggle.isPending} onClick={() => toggle.mutate()}>
        {trigger.status === 'active' ? w.triggers.pause : w.triggers.resume}
      </Button>
      {toggle.error && <ErrorAlert error={toggle.error} permissionHint={w.triggers.editors} />}
    </>
  );
}

function DeleteButton({ trigger }: { readonly trigger: Trigger }) {
  const { name } = trigger;
  const scope = useScope();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteTrigger(scope, trigger),
    onSuccess: () => {
      showToast(w.triggers.deleted({ name }));
      void queryClient.invalidateQueries({ queryKey: ['trigger', 'list'] });
      void navigate({ to: '/triggers' });
    },
  });
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{w.triggers.remove}</Button>
      {isConfirming && (
        <ConfirmByNameDialog
          title={w.triggers.removeNamed({ name })}
          name={name}
          confirmLabel={w.triggers.remove}
          isPending={deletion.isPending}
          error={deletion.error}
          onConfirm={() => deletion.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          {w.triggers.removeHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}
