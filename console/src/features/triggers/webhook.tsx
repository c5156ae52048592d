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
import { EditTrigger } from './edit-trigger.tsx';
import { cacheTrigger, WEBHOOK_PATH, type Webhook, webhookQuery } from './queries.ts';
import { TriggerPage } from './trigger-page.tsx';
import { TryDelivery } from './try-delivery.tsx';
import { toWebhookForm } from './webhook-fields.tsx';

/** The screen of a webhook: endpoint, configuration, test delivery and events. */
export function WebhookView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(webhookQuery(useScope(), id));
  if (!data) return <PagePlaceholder title={w.triggers.title} query={{ error, refetch }} />;
  return (
    <TriggerPage trigger={data} error={error} onRetry={() => void refetch()}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <EndpointSection webhook={data} />
          <RecordForm record={data} version={data.modified}>
            {(record, onSaved) => <EditTrigger trigger={record} form={toWebhookForm(record)} onSaved={onSaved} />}
          </RecordForm>
        </div>
        {data.endpoint !== null && <TryDelivery webhook={data} />}
      </div>
    </TriggerPage>
  );
}

function EndpointSection({ webhook }: { readonly webhook: Webhook }) {
  const scope = useScope();
  const canEdit = useHasPermission('project', 'edit');
  const params = { path: { ...scope, trigger_id: webhook.id } };
  const rotateSecret = useMutation({
    mutationFn: () => post(`${WEBHOOK_PATH}/rotate-secret`, { params }),
    onSuccess: ({ auth_secret: _, ...saved }) => cacheTrigger(saved),
  });
  const regenerateEndpoint = useMutation({
    mutationFn: () => post(`${WEBHOOK_PATH}/regenerate-endpoint`, { params }),
    onSuccess: (saved) => {
      cacheTrigger(saved);
      showToast(w.triggers.moved);
    },
  });
  const expiresAt = webhook.previous_secret_expires_at;
  return (
    <Section title={w.triggers.address} hint={w.triggers.methods[webhook.auth_method]}>
      {webhook.endpoint !== null && <Copyable text={webhook.endpoint} className="break-all" />}
      {expiresAt && (
        <p className="text-muted">
          {w.triggers.oldSecret} <Time at={expiresAt} />
        </p>
      )}
      {canEdit && (
        <>
          <div className="flex flex-wrap gap-2">
            {webhook.auth_method !== 'none' && (
              <Button isPending={rotateSecret.isPending} onClick={() => rotateSecret.mutate()}>
                {w.triggers.rotate}
              </Button>
            )}
            <Button isPending={regenerateEndpoint.isPending} onClick={() => regenerateEndpoint.mutate()}>
              {w.triggers.move}
            </Button>
          </div>
          <p className="text-sm text-muted">{w.triggers.rotateHint}</p>
        </>
      )}
      {(rotateSecret.error ?? regenerateEndpoint.error) && (
        <ErrorAlert error={rotateSecret.error ?? regenerateEndpoint.error} permissionHint={w.triggers.editors} />
      )}
      {rotateSecret.data?.auth_secret !== undefined && (
        <SecretDialog
          title={w.triggers.newSecret({ name: webhook.name })}
          secret={rotateSecret.data.auth_secret}
          onClose={() => rotateSecret.reset()}
        />
      )}
    </Section>
  );
}
