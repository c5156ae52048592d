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
import { RecordForm } from '../../ui/record-form.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { serviceChanged } from './changed.ts';
import { ConsentAct } from './consent.tsx';
import { cameBackAt } from './consent-channel.ts';
import { EditService } from './edit-service.tsx';
import { ConnectionFrame } from './frame.tsx';
import { authOf, INTEGRATION, type Integration, integration } from './queries.ts';
import { RemoveConnection } from './remove.tsx';
import { ServiceTools } from './service-tools.tsx';
import { StandingSign, standingOfIntegration } from './state.tsx';

const route = getRouteApi('/in/connections/service/$integrationId');

/** An integration: how it stands, who consented to what, its tools, and where it is used. */
export default function ServiceScreen() {
  const { integrationId } = route.useParams();
  const scope = useScope();
  return (
    <ConnectionFrame
      connection={useQuery(integration(scope, integrationId))}
      id={integrationId}
      type="integration"
      about={(of) => <About of={of} />}
      acts={(of, mayDelete) => <Acts of={of} mayDelete={mayDelete} />}
      tools={(of, mayEdit) => (
        <RecordForm record={of} version={of.modified}>
          {(held, saved) => <ServiceTools of={held} mayEdit={mayEdit} onSaved={saved} />}
        </RecordForm>
      )}
    />
  );
}

function About({ of }: { readonly of: Integration }) {
  const scope = useScope();
  const auth = useQuery(authOf(scope, of.id)).data;
  const people = usePeople().data ?? [];
  const by = people.find(({ member }) => getMemberId(member) === auth?.authorized_by)?.name;
  return (
    <div className="flex flex-col items-start gap-2">
      <StandingSign of={standingOfIntegration(of)} />
      {auth?.what_to_do && <p className="break-words">{auth.what_to_do}</p>}
      <p className="text-sm break-words text-muted">
        {[
          of.config.base_url,
          ...(of.config.allowed_origins ?? []),
          of.config.credential && w.connections.credentials[of.config.credential.kind],
        ]
          .filter(Boolean)
          .join(' · ')}
        {of.account && w.connections.account(of.account)} {by && w.connections.by(by)}{' '}
        {auth?.authorized_at && <Time at={auth.authorized_at} />}
      </p>
      {of.scopes.length > 0 && (
        <p className="text-sm break-words text-muted">{w.connections.granting(of.scopes.join(', '))}</p>
      )}
    </div>
  );
}

interface ActsProps {
  readonly of: Integration;
  readonly mayDelete: boolean;
}

function Acts({ of, mayDelete }: ActsProps) {
  const path = { ...useScope(), integration_id: of.id };
  const [open, setOpen] = useState<'edit' | 'disconnect' | 'delete'>();
  const close = () => setOpen(undefined);
  const begin = async () => {
    const params = { path, query: { redirect_to: cameBackAt(of.id) } };
    return (await post(`${INTEGRATION}/authorize`, { params })).authorization_url;
  };
  return (
    <div className="flex flex-col gap-3">
      {of.type !== 'openapi' && (
        <ConsentAct
          id={of.id}
          begin={begin}
          onGranted={() => serviceChanged(of.id)}
          again={of.status === 'authorized'}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('edit')}>{w.connections.edit}</Button>
        {of.status !== 'disconnected' && (
          <Button onClick={() => setOpen('disconnect')}>{w.connections.disconnect}</Button>
        )}
        {mayDelete && <Button onClick={() => setOpen('delete')}>{w.connections.remove}</Button>}
      </div>
      {open === 'edit' && <EditService of={of} onClose={close} />}
      {open === 'disconnect' && <Disconnect of={of} onClose={close} />}
      {open === 'delete' && <RemoveConnection of={of} isServer={false} onClose={close} />}
    </div>
  );
}

interface DisconnectProps {
  readonly of: Integration;
  readonly onClose: () => void;
}

function Disconnect({ of: { id, name }, onClose }: DisconnectProps) {
  const path = { ...useScope(), integration_id: id };
  const disconnect = useMutation({
    mutationFn: () => post(`${INTEGRATION}/disconnect`, { params: { path } }),
    onSuccess: () => {
      serviceChanged(id);
      onClose();
    },
  });
  return (
    <Dialog title={w.connections.disconnectNamed(name)} onClose={onClose}>
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
