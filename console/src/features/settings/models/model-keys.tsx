import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { del } from '../../../lib/api.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { getProviderName, invalidateModelKeys, type ModelKey, modelKeysQuery } from '../../models/queries.ts';
import { StoreKeyDialog } from '../../models/store-key-dialog.tsx';

/** Lists the provider keys of the installation. Only platform administrators manage them. */
export function ModelKeySection() {
  const person = useCurrentUser();
  return person?.system_role === 'platform_administrator' ? <ModelKeyList /> : null;
}

function ModelKeyList() {
  const { data, error, refetch } = useQuery(modelKeysQuery);
  const [editedVariable, setEditedVariable] = useState<string>();
  const [withdrawnKey, setWithdrawnKey] = useState<ModelKey>();
  return (
    <Section title={w.project.keys} hint={w.project.keysHint}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && (
        <Table
          caption={w.project.keys}
          columns={getColumns(setEditedVariable, setWithdrawnKey)}
          rows={data}
          getRowKey={({ variable }) => variable}
        />
      )}
      {editedVariable && <StoreKeyDialog variable={editedVariable} onClose={() => setEditedVariable(undefined)} />}
      {withdrawnKey && <WithdrawKeyDialog modelKey={withdrawnKey} onClose={() => setWithdrawnKey(undefined)} />}
    </Section>
  );
}

function getColumns(
  onEdit: (variable: string) => void,
  onWithdraw: (key: ModelKey) => void,
): readonly Column<ModelKey>[] {
  return [
    {
      header: w.project.keyOf,
      render: (modelKey) => (
        <span className="flex flex-col">
          <span className="break-words">{getProviderName(modelKey)}</span>
          <span className="text-sm break-words text-muted">{modelKey.models.join(', ')}</span>
          <span className="md:hidden">
            <KeySource modelKey={modelKey} />
          </span>
        </span>
      ),
    },
    { header: w.project.key, hidesOnMobile: true, render: (modelKey) => <KeySource modelKey={modelKey} /> },
    {
      header: w.project.actions,
      alignsEnd: true,
      render: (modelKey) => (
        <span className="flex flex-wrap justify-end gap-2">
          {modelKey.source !== 'environment' && (
            <Button
              isSmall
              aria-label={(modelKey.source === 'stored' ? w.project.replaceKeyNamed : w.project.addKeyNamed)({
                name: getProviderName(modelKey),
              })}
              onClick={() => onEdit(modelKey.variable)}
            >
              {modelKey.source === 'stored' ? w.project.replaceKey : w.project.addKey}
            </Button>
          )}
          {modelKey.last_four !== null && (
            <Button
              isSmall
              aria-label={w.project.removeKeyNamed({ name: getProviderName(modelKey) })}
              onClick={() => onWithdraw(modelKey)}
            >
              {w.project.removeKey}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function KeySource({ modelKey: { source, last_four, set_at } }: { readonly modelKey: ModelKey }) {
  if (source === 'environment') return w.project.keyGiven;
  if (source === 'none' || set_at === null) return w.project.noKey;
  return (
    <span className="flex flex-col">
      <span>{`…${last_four}`}</span>
      <span className="text-sm text-muted">
        <Time at={set_at} />
      </span>
    </span>
  );
}

function WithdrawKeyDialog({ modelKey, onClose }: { readonly modelKey: ModelKey; readonly onClose: () => void }) {
  const withdraw = useMutation({
    mutationFn: () => del('/api/v1/model_key/{variable}', { params: { path: { variable: modelKey.variable } } }),
    onSuccess: () => {
      showToast(w.project.keyWithdrawn({ name: getProviderName(modelKey) }));
      invalidateModelKeys();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.project.removeKeyNamed({ name: getProviderName(modelKey) })}
      confirmLabel={w.project.removeKey}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.project.removeKeyHint}
    </ConfirmDialog>
  );
}
