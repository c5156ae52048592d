import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { Exclude } from './exclude.tsx';
import { dropRule, type Exclusion, exclusions, type Owner, type RuleKind, readModelsAgain } from './queries.ts';

const route = getRouteApi('/in/settings/models');

/** Rules of the project and of its organization. */
export function Rules() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(exclusions(useScope(), cursor));
  const mayHere = useHasPermission('project', 'edit') === true;
  const mayAll = useHasPermission('organization', 'edit') === true;
  const [making, setMaking] = useState(false);
  const [going, setGoing] = useState<Exclusion>();
  const owners: Owner[] = [...(mayHere ? ['project' as const] : []), ...(mayAll ? ['organization' as const] : [])];
  const make = owners.length > 0 && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {w.project.exclude}
    </Button>
  );
  return (
    <Section title={w.project.rules} hint={w.project.rulesHint} actions={make}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.results.length === 0 && <EmptyState title={w.project.noRules}>{w.project.noRulesHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.project.rules}
          columns={columns(owners, setGoing)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {making && <Exclude owners={owners} onClose={() => setMaking(false)} />}
      {going && <Drop of={going} onClose={() => setGoing(undefined)} />}
    </Section>
  );
}

const named = ({ model_name, value }: Exclusion) => model_name ?? value;

function columns(owners: readonly string[], onDrop: (rule: Exclusion) => void): readonly Column<Exclusion>[] {
  return [
    {
      header: w.project.rule,
      render: (rule) => (
        <span className="flex flex-col">
          <span className="break-words">
            {w.project.kinds[rule.rule_type as RuleKind]} <strong>{named(rule)}</strong>
          </span>
          <span className="text-sm break-words text-muted">{rule.reason ?? w.project.without}</span>
        </span>
      ),
    },
    {
      header: w.project.whose,
      render: ({ scope }) => (scope === 'project' ? w.project.ofProject : w.project.ofOrg),
    },
    {
      header: w.project.acts,
      alignsEnd: true,
      render: (rule) =>
        owners.includes(rule.scope) && (
          <Button isSmall aria-label={w.project.dropNamed(named(rule))} onClick={() => onDrop(rule)}>
            {w.project.drop}
          </Button>
        ),
    },
  ];
}

function Drop({ of, onClose }: { readonly of: Exclusion; readonly onClose: () => void }) {
  const scope = useScope();
  const drop = useMutation({
    mutationFn: () => {
      const { scope: owner, rule_type: kind, value } = of;
      return dropRule(scope, { owner: owner as Owner, kind: kind as RuleKind, value });
    },
    onSuccess: () => {
      showToast(w.project.dropped(named(of)));
      readModelsAgain();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.project.dropNamed(named(of))}
      confirmLabel={w.project.drop}
      isPending={drop.isPending}
      error={drop.error}
      onConfirm={() => drop.mutate()}
      onClose={onClose}
    >
      {w.project.dropHint}
    </ConfirmDialog>
  );
}
