import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Form } from '../../ui/form.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { ConnectionLayout } from './connection-layout.tsx';
import { ConnectionStatusBadge, getIntegrationStatus } from './connection-status.tsx';
import { ConsentButton } from './consent-button.tsx';
import { getConsentRedirectPath } from './consent-channel.ts';
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx';
import { EditIntegrationDialog } from './edit-integration-dialog.tsx';
import { IntegrationTools } from './integration-tools.tsx';
import {
  INTEGRATION_PATH,
  type Integration,
  integrationAuthQuery,
  integrationQuery,
  invalidateIntegration,
} from './queries.ts';

const route = getRouteApi('/in/connections/service/$integrationId');

/** Page of an integration: status, authorization, actions and tools. */
export default function IntegrationPage() {
  const { integrationId } = route.useParams();
  const scope = useScope();
  return (
    <ConnectionLayout
      query={useQuery(integrationQuery(scope, integrationId))}
      id={integrationId}
      type="integration"
      renderSummary={(integration) => <IntegrationSummary integration={integration} />}
      renderActions={(integration, canDelete) => <IntegrationActions integration={integration} canDelete={canDelete} />}
      renderTools={(integration, canEdit) => (
        <RecordForm record={integration} version={integration.modified}>
          {(loaded, onSaved) => <IntegrationTools integration={loaded} canEdit={canEdit} onSaved={onSaved} />}
        </RecordForm>
      )}
    />
  );
}

function IntegrationSummary({ integration }: { readonly integration: Integration }) {
  const scope = useScope();
  const auth = useQuery(integrationAuthQuery(scope, integration.id)).data;
  const people = usePeople().data ?? [];
  const authorizedBy = people.find(({ member }) => getMemberId(member) === auth?.authorized_by)?.name;
  return (
    <div className="flex flex-col items-start gap-2">
      <ConnectionStatusBadge status={getIntegrationStatus(integration)} />
      {auth?.what_to_do && (
        <p className="break-words">
          <ServerText text={auth.what_to_do} code={auth.what_to_do_code} params={auth.what_to_do_params} />
        </p>
      )}
      <p className="text-sm break-words text-muted">
        {[
          integration.config.base_url,
          ...(integration.config.allowed_origins ?? []),
          integration.config.credential && w.connections.credentials[integration.config.credential.kind],
        ]
          .filter(Boolean)
          .join(' · ')}
        {integration.account && w.connections.account({ account: integration.account })}{' '}
        {authorizedBy && w.connections.authorizedBy({ name: authorizedBy })}{' '}
        {auth?.authorized_at && <Time at={auth.authorized_at} />}
      </p>
      {integration.scopes.length > 0 && (
        <p className="text-sm break-words text-muted">
          {w.connections.grantedScopes({ scopes: integration.scopes.join(', ') })}
        </p>
      )}
    </div>
  );
}

interface IntegrationActionsProps {
  readonly integration: Integration;
  readonly canDelete: boolean;
}

function IntegrationActions({ integration, canDelete }: IntegrationActionsProps) {
  const path = { ...useScope(), integration_id: integration.id };
  const [openDialog, setOpenDialog] = useState<'edit' | 'disconnect' | 'delete'>();
  const close = () => setOpenDialog(undefined);
  const startConsent = async () => {
    const params = { path, query: { redirect_to: getConsentRedirectPath(integration.id) } };
    return (await post(`${INTEGRATION_PATH}/authorize`, { params })).authorization_url;
  };
  return (
    <div className="flex flex-col gap-3">
      {integration.type !== 'openapi' && (
        <ConsentButton
          id={integration.id}
          startConsent={startConsent}
          onGranted={() => invalidateIntegration(integration.id)}
          isRepeated={integration.status === 'authorized'}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpenDialog('edit')}>{w.connections.edit}</Button>
        {integration.status !== 'disconnected' && (
          <Button onClick={() => setOpenDialog('disconnect')}>{w.connections.disconnect}</Button>
        )}
        {canDelete && <Button onClick={() => setOpenDialog('delete')}>{w.connections.delete}</Button>}
      </div>
      {openDialog === 'edit' && <EditIntegrationDialog integration={integration} onClose={close} />}
      {openDialog === 'disconnect' && <DisconnectDialog integration={integration} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteConnectionDialog connection={integration} isMcpServer={false} onClose={close} />
      )}
    </div>
  );
}

interface DisconnectDialogProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

function DisconnectDialog({ integration: { id, name }, onClose }: DisconnectDialogProps) {
  const path = { ...useScope(), integration_id: id };
  const disconnect = useMutation({
    mutationFn: () => post(`${INTEGRATION_PATH}/disconnect`, { params: { path } }),
    onSuccess: () => {
      invalidateIntegration(id);
      onClose();
    },
  });
  return (
    <Dialog title={w.connections.disconnectNamed({ name })} onClose={onClose}>
      <Form onSubmit={() => disconnect.mutate()}>
        <p>{w.connections.disconnectHint}</p>
        {disconnect.error && <ErrorAlert error={disconnect.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" variant="danger" isPending={disconnect.isPending}>
            {w.connections.disconnect}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
