import { useMutation, useQuery } from '@tanstack/react-query';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { EditTrigger } from './edit.tsx';
import { TriggerFrame } from './frame.tsx';
import { triggerChanged, WEBHOOK, type Webhook, webhook } from './queries.ts';
import { TryDelivery } from './try-delivery.tsx';
import { webhookForm } from './webhook-fields.tsx';

/** A webhook: its address, how senders prove themselves, the exact command, a test, and what came. */
export function WebhookView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(webhook(useScope(), id));
  if (!data) return <PagePlaceholder title={w.triggers.title} query={{ error, refetch }} />;
  return (
    <TriggerFrame trigger={data} error={error} onRetry={() => void refetch()}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Address of={data} />
          <RecordForm record={data} version={data.modified}>
            {(held, saved) => <EditTrigger of={held} form={webhookForm(held)} onSaved={saved} />}
          </RecordForm>
        </div>
        {data.endpoint !== null && <TryDelivery of={data} />}
      </div>
    </TriggerFrame>
  );
}

function Address({ of }: { readonly of: Webhook }) {
  const scope = useScope();
  const mayEdit = useHasPermission('project', 'edit');
  const params = { path: { ...scope, trigger_id: of.id } };
  const rotate = useMutation({
    mutationFn: () => post(`${WEBHOOK}/rotate-secret`, { params }),
    onSuccess: ({ auth_secret: _, ...kept }) => triggerChanged(kept),
  });
  const move = useMutation({
    mutationFn: () => post(`${WEBHOOK}/regenerate-endpoint`, { params }),
    onSuccess: (saved) => {
      triggerChanged(saved);
      showToast(w.triggers.moved);
    },
  });
  const until = of.previous_secret_expires_at;
  return (
    <Section title={w.triggers.address} hint={w.triggers.methods[of.auth_method]}>
      {of.endpoint !== null && <Copyable text={of.endpoint} className="break-all" />}
      {until && (
        <p className="text-quiet">
          {w.triggers.oldSecret} <Time at={until} />
        </p>
      )}
      {mayEdit && (
        <>
          <div className="flex flex-wrap gap-2">
            {of.auth_method !== 'none' && (
              <Button isPending={rotate.isPending} onClick={() => rotate.mutate()}>
                {w.triggers.rotate}
              </Button>
            )}
            <Button isPending={move.isPending} onClick={() => move.mutate()}>
              {w.triggers.move}
            </Button>
          </div>
          <p className="text-sm text-quiet">{w.triggers.rotateHint}</p>
        </>
      )}
      {(rotate.error ?? move.error) && (
        <ErrorAlert error={rotate.error ?? move.error} permissionHint={w.triggers.editors} />
      )}
      {rotate.data?.auth_secret !== undefined && (
        <SecretDialog
          title={w.triggers.newSecret(of.name)}
          secret={rotate.data.auth_secret}
          onClose={() => rotate.reset()}
        />
      )}
    </Section>
  );
}
