import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { del } from '../../lib/api.ts';
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
import { Events } from './events.tsx';
import { changeTrigger, SCHEDULE, type Trigger, triggerChanged, WEBHOOK } from './queries.ts';
import { TriggerState } from './signs.tsx';

interface Props {
  readonly trigger: Trigger;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** What the screens of all kinds of triggers have: name, state, what it runs, its events, and the ways to rest or delete it. */
export function TriggerFrame({ trigger, error, onRetry, children }: Props) {
  const mayEdit = useHasPermission('project', 'edit');
  const acts = (
    <div className="flex flex-wrap items-center gap-2">
      <CopyableId id={trigger.id} />
      {mayEdit && (
        <>
          <Rest trigger={trigger} />
          <Remove trigger={trigger} />
        </>
      )}
    </div>
  );
  return (
    <Page title={trigger.name} actions={acts}>
      <ToTriggers trigger={trigger} />
      {error ? <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={onRetry} /> : null}
      {mayEdit === false && <p className="text-quiet">{w.triggers.editors}</p>}
      {trigger.description && <p className="text-quiet">{trigger.description}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TriggerState of={trigger} />
        <span>{w.triggers.types[trigger.type]}</span>
        <span className="text-quiet">
          {w.triggers.lastFired}: {trigger.last_fired === null ? w.triggers.never : <Time at={trigger.last_fired} />}
        </span>
      </p>
      {trigger.paused_because && (
        <p role="alert" className="rounded-md border border-bad bg-bad-ground p-2 text-bad">
          <ReasonText {...trigger.paused_because} />
        </p>
      )}
      {children}
      <Events trigger={trigger} />
    </Page>
  );
}

/** To the triggers of what it runs. */
function ToTriggers({ trigger: { target_type: type, target_id: id } }: { readonly trigger: Trigger }) {
  const search = { tab: 'triggers' };
  return type === 'task' ? (
    <Link to="/tasks/$taskId" params={{ taskId: id }} search={search} className="text-accent underline">
      ← {w.triggers.toTask}
    </Link>
  ) : (
    <Link to="/agents/$agentId" params={{ agentId: id }} search={search} className="text-accent underline">
      ← {w.triggers.toAgent}
    </Link>
  );
}

function Rest({ trigger: of }: { readonly trigger: Trigger }) {
  const scope = useScope();
  const change = useMutation({
    mutationFn: () => changeTrigger(scope, of, { status: of.status === 'active' ? 'paused' : 'active' }),
    onSuccess: triggerChanged,
  });
  return (
    <>
      <Button isPending={change.isPending} onClick={() => change.mutate()}>
        {of.status === 'active' ? w.triggers.pause : w.triggers.resume}
      </Button>
      {change.error && <ErrorAlert error={change.error} permissionHint={w.triggers.editors} />}
    </>
  );
}

function Remove({ trigger: { id, type, name } }: { readonly trigger: Trigger }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: async (): Promise<unknown> => {
      const params = { path: { ...scope, trigger_id: id } };
      return type === 'webhook' ? del(WEBHOOK, { params }) : del(SCHEDULE, { params });
    },
    onSuccess: () => {
      showToast(w.triggers.deleted(name));
      void queryClient.invalidateQueries({ queryKey: ['trigger', 'list'] });
      void navigate({ to: '/settings/triggers' });
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{w.triggers.remove}</Button>
      {asking && (
        <ConfirmByNameDialog
          title={w.triggers.removeNamed(name)}
          name={name}
          confirmLabel={w.triggers.remove}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {w.triggers.removeHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}
