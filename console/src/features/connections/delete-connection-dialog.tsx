import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { del } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { INTEGRATION_PATH, SERVER_PATH } from './queries.ts';

interface Props {
  readonly connection: { readonly id: string; readonly name: string };
  readonly isMcpServer: boolean;
  readonly onClose: () => void;
}

/** Deletes a connection and its credential after the user repeats its name. */
export function DeleteConnectionDialog({ connection: { id, name }, isMcpServer, onClose }: Props) {
  const scope = useScope();
  const navigate = useNavigate();
  const remove = useMutation<unknown>({
    mutationFn: () =>
      isMcpServer
        ? del(SERVER_PATH, { params: { path: { ...scope, task_mcp_server_id: id } } })
        : del(INTEGRATION_PATH, { params: { path: { ...scope, integration_id: id } } }),
    onSuccess: async () => {
      showToast(w.connections.deleted({ name }));
      await navigate({ to: '/connections' });
      void queryClient.invalidateQueries({ queryKey: [isMcpServer ? 'task_mcp_server' : 'integration', 'list'] });
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.connections.deleteNamed({ name })}
      name={name}
      confirmLabel={w.connections.delete}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.connections.deleteHint}
    </ConfirmByNameDialog>
  );
}
