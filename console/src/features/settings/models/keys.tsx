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

/** Keys of model providers, of the whole installation: who administers it gives and withdraws them. */
export function Keys() {
  const person = useCurrentUser();
  return person?.system_role === 'platform_administrator' ? <KeyList /> : null;
}

function KeyList() {
  const { data, error, refetch } = useQuery(modelKeysQuery);
  const [giving, setGiving] = useState<string>();
  const [going, setGoing] = useState<ModelKey>();
  return (
    <Section title={w.project.keys} hint={w.project.keysHint}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && (
        <Table
          caption={w.project.keys}
          columns={columns(setGiving, setGoing)}
          rows={data}
          getRowKey={({ variable }) => variable}
        />
      )}
      {giving && <StoreKeyDialog variable={giving} onClose={() => setGiving(undefined)} />}
      {going && <Withdraw of={going} onClose={() => setGoing(undefined)} />}
    </Section>
  );
}

function columns(onGive: (variable: string) => void, onGo: (key: ModelKey) => void): readonly Column<ModelKey>[] {
  return [
    {
      header: w.project.keyOf,
      render: (of) => (
        <span className="flex flex-col">
          <span className="break-words">{getProviderName(of)}</span>
          <span className="text-sm break-words text-muted">{of.models.join(', ')}</span>
          <span className="md:hidden">
            <Source of={of} />
          </span>
        </span>
      ),
    },
    { header: w.project.key, hidesOnMobile: true, render: (of) => <Source of={of} /> },
    {
      header: w.project.acts,
      alignsEnd: true,
      render: (of) => (
        <span className="flex flex-wrap justify-end gap-2">
          {of.source !== 'environment' && (
            <Button
              isSmall
              aria-label={(of.source === 'stored' ? w.project.replaceKeyNamed : w.project.giveKeyNamed)(
                getProviderName(of),
              )}
              onClick={() => onGive(of.variable)}
            >
              {of.source === 'stored' ? w.project.replaceKey : w.project.giveKey}
            </Button>
          )}
          {of.last_four !== null && (
            <Button isSmall aria-label={w.project.withdrawKeyNamed(getProviderName(of))} onClick={() => onGo(of)}>
              {w.project.withdrawKey}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function Source({ of: { source, last_four, set_at } }: { readonly of: ModelKey }) {
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

function Withdraw({ of, onClose }: { readonly of: ModelKey; readonly onClose: () => void }) {
  const withdraw = useMutation({
    mutationFn: () => del('/api/v1/model_key/{variable}', { params: { path: { variable: of.variable } } }),
    onSuccess: () => {
      showToast(w.project.keyWithdrawn(getProviderName(of)));
      invalidateModelKeys();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.project.withdrawKeyNamed(getProviderName(of))}
      confirmLabel={w.project.withdrawKey}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.project.withdrawKeyHint}
    </ConfirmDialog>
  );
}
