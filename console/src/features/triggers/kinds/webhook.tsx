import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { SecretDialog } from '../../../ui/secret-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { cacheTrigger, type Webhook } from '../queries.ts';
import { TryDelivery } from '../try-delivery.tsx';
import { NEW_WEBHOOK_FORM, toWebhookForm, type WebhookDraft } from '../webhook-fields.tsx';
import type { TriggerKind } from './kind.ts';

/** Webhooks: endpoint above the form, a test delivery beside it. */
export const webhook: TriggerKind<Webhook, WebhookDraft> = {
  createForm: () => NEW_WEBHOOK_FORM,
  toForm: toWebhookForm,
  renderAbove: (trigger) => <EndpointSection webhook={trigger} />,
  renderBeside: (trigger) => trigger.endpoint !== null && <TryDelivery webhook={trigger} />,
};

const WEBHOOK_PATH = `${PROJECT}/trigger/webhook/{trigger_id}` as const;

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
