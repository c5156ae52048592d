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
import { ExcludeModelDialog } from './exclude-model-dialog.tsx';
import {
  deleteRule,
  type Exclusion,
  exclusionsQuery,
  invalidateModels,
  type RuleKind,
  type RuleOwner,
} from './queries.ts';

const route = getRouteApi('/in/settings/models');

/** Lists the exclusion rules of the project and its organization. */
export function ExclusionRules() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(exclusionsQuery(useScope(), cursor));
  const canEditProject = useHasPermission('project', 'edit') === true;
  const canEditOrg = useHasPermission('organization', 'edit') === true;
  const [isCreating, setIsCreating] = useState(false);
  const [deletedRule, setDeletedRule] = useState<Exclusion>();
  const owners: RuleOwner[] = [
    ...(canEditProject ? ['project' as const] : []),
    ...(canEditOrg ? ['organization' as const] : []),
  ];
  const createButton = owners.length > 0 && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.project.exclude}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <Section title={w.project.rules} hint={w.project.rulesHint} actions={!isEmpty && createButton}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {isEmpty && (
        <EmptyState isSmall title={w.project.noRules} action={createButton}>
          {w.project.noRulesHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.project.rules}
          columns={getColumns(owners, setDeletedRule)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <ExcludeModelDialog owners={owners} onClose={() => setIsCreating(false)} />}
      {deletedRule && <DeleteRuleDialog rule={deletedRule} onClose={() => setDeletedRule(undefined)} />}
    </Section>
  );
}

const getRuleName = ({ model_name, value }: Exclusion) => model_name ?? value;

function getColumns(owners: readonly string[], onDelete: (rule: Exclusion) => void): readonly Column<Exclusion>[] {
  return [
    {
      header: w.project.rule,
      render: (rule) => (
        <span className="flex flex-col">
          <span className="break-words">
            {w.project.kinds[rule.rule_type as RuleKind]} <strong>{getRuleName(rule)}</strong>
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
      header: w.project.actions,
      alignsEnd: true,
      render: (rule) =>
        owners.includes(rule.scope) && (
          <Button
            isSmall
            aria-label={w.project.removeRuleNamed({ name: getRuleName(rule) })}
            onClick={() => onDelete(rule)}
          >
            {w.project.removeRule}
          </Button>
        ),
    },
  ];
}

function DeleteRuleDialog({ rule, onClose }: { readonly rule: Exclusion; readonly onClose: () => void }) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => {
      const { scope: owner, rule_type: kind, value } = rule;
      return deleteRule(scope, { owner: owner as RuleOwner, kind: kind as RuleKind, value });
    },
    onSuccess: () => {
      showToast(w.project.ruleRemoved({ name: getRuleName(rule) }));
      invalidateModels();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.project.removeRuleNamed({ name: getRuleName(rule) })}
      confirmLabel={w.project.removeRule}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.project.removeRuleHint}
    </ConfirmDialog>
  );
}
