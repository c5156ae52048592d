import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { del } from '../../../lib/api.ts';
import { usePerson } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { GiveKey } from '../../models/give-key.tsx';
import { keyedName, type ModelKey, modelKeys, readKeysAgain } from '../../models/queries.ts';

/** Keys of model providers, of the whole installation: who administers it gives and withdraws them. */
export function Keys() {
  const person = usePerson();
  return person?.system_role === 'platform_administrator' ? <KeyList /> : null;
}

function KeyList() {
  const { data, error, refetch } = useQuery(modelKeys);
  const [giving, setGiving] = useState<string>();
  const [going, setGoing] = useState<ModelKey>();
  return (
    <Section title={w.project.keys} hint={w.project.keysHint}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data && (
        <Table
          caption={w.project.keys}
          columns={columns(setGiving, setGoing)}
          rows={data}
          keyOf={({ variable }) => variable}
        />
      )}
      {giving && <GiveKey variable={giving} onClose={() => setGiving(undefined)} />}
      {going && <Withdraw of={going} onClose={() => setGoing(undefined)} />}
    </Section>
  );
}

function columns(onGive: (variable: string) => void, onGo: (key: ModelKey) => void): readonly Column<ModelKey>[] {
  return [
    {
      name: w.project.keyOf,
      show: (of) => (
        <span className="flex flex-col">
          <span className="break-words">{keyedName(of)}</span>
          <span className="text-sm break-words text-quiet">{of.models.join(', ')}</span>
          <span className="md:hidden">
            <Source of={of} />
          </span>
        </span>
      ),
    },
    { name: w.project.key, wide: true, show: (of) => <Source of={of} /> },
    {
      name: w.project.acts,
      end: true,
      show: (of) => (
        <span className="flex flex-wrap justify-end gap-2">
          {of.source !== 'environment' && (
            <Button
              small
              aria-label={(of.source === 'stored' ? w.project.replaceKeyNamed : w.project.giveKeyNamed)(keyedName(of))}
              onClick={() => onGive(of.variable)}
            >
              {of.source === 'stored' ? w.project.replaceKey : w.project.giveKey}
            </Button>
          )}
          {of.last_four !== null && (
            <Button small aria-label={w.project.withdrawKeyNamed(keyedName(of))} onClick={() => onGo(of)}>
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
      <span className="text-sm text-quiet">
        <Time at={set_at} />
      </span>
    </span>
  );
}

function Withdraw({ of, onClose }: { readonly of: ModelKey; readonly onClose: () => void }) {
  const withdraw = useMutation({
    mutationFn: () => del('/api/v1/model_key/{variable}', { params: { path: { variable: of.variable } } }),
    onSuccess: () => {
      toast(w.project.keyWithdrawn(keyedName(of)));
      readKeysAgain();
      onClose();
    },
  });
  return (
    <Confirm
      title={w.project.withdrawKeyNamed(keyedName(of))}
      act={w.project.withdrawKey}
      busy={withdraw.isPending}
      error={withdraw.error}
      onAct={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.project.withdrawKeyHint}
    </Confirm>
  );
}
