import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameField, TextareaField } from '../../ui/field.tsx';
import { Hash } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { SettingsPage } from './settings-layout.tsx';

type ReportingGroup = Schemas['ReportingGroup'];

const GROUPS_PATH = `${PROJECT}/reporting-groups` as const;
const GROUP_PATH = `${GROUPS_PATH}/{reporting_group_id}` as const;

const PAGE_SIZE = 50;

const route = getRouteApi('/in/settings/reporting-groups');

interface GroupAction {
  readonly type: 'change' | 'remove';
  readonly group: ReportingGroup;
}

function reportingGroupsQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['reporting_group', 'list', scope.project_id, query],
    queryFn: () => get(GROUPS_PATH, { params: { path: { ...scope }, query } }),
  });
}

/** Lists the reporting groups, by which reports divide task runs. */
export default function ReportingGroupsPage() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(reportingGroupsQuery(useScope(), cursor));
  const canEdit = useHasPermission('project', 'edit');
  const [isCreating, setIsCreating] = useState(false);
  const [action, setAction] = useState<GroupAction>();
  const close = () => setAction(undefined);
  const createButton = data && canEdit && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.reports.makeGroup}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <SettingsPage path="/settings/reporting-groups" title={w.reports.groupsTitle} acts={!isEmpty && createButton}>
      <p className="text-muted">{w.reports.groupsExplained}</p>
      {canEdit === false && <p className="text-muted">{w.reports.mayNot}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Hash} title={w.reports.noGroups} action={createButton}>
          {w.reports.noGroupsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.reports.groupsTitle}
          columns={getColumns(canEdit === true, setAction)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <ReportingGroupDialog onClose={() => setIsCreating(false)} />}
      {action?.type === 'change' && <ReportingGroupDialog group={action.group} onClose={close} />}
      {action?.type === 'remove' && <DeleteReportingGroupDialog group={action.group} onClose={close} />}
    </SettingsPage>
  );
}

function getColumns(canEdit: boolean, onAction: (action: GroupAction) => void): readonly Column<ReportingGroup>[] {
  return [
    {
      header: w.reports.name,
      render: ({ id, name, description }) => (
        <span className="flex flex-col">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="break-words">{name}</span> <CopyableId id={id} />
          </span>
          {description && <span className="text-sm break-words text-muted">{description}</span>}
        </span>
      ),
    },
    { header: w.reports.changed, hidesOnMobile: true, render: ({ modified }) => <Time at={modified} /> },
    {
      header: w.reports.acts,
      alignsEnd: true,
      render: (group) =>
        canEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              isSmall
              aria-label={w.reports.changeNamed({ name: group.name })}
              onClick={() => onAction({ type: 'change', group })}
            >
              {w.reports.change}
            </Button>
            <Button
              isSmall
              aria-label={w.ui.deleteNamed({ name: group.name })}
              onClick={() => onAction({ type: 'remove', group })}
            >
              {w.ui.delete}
            </Button>
          </span>
        ),
    },
  ];
}

const invalidateReportingGroups = () => void queryClient.invalidateQueries({ queryKey: ['reporting_group', 'list'] });

interface ReportingGroupDialogProps {
  /** The group to edit. Without it, the dialog creates one. */
  readonly group?: ReportingGroup;
  readonly onClose: () => void;
}

/** Creates or edits a reporting group. */
function ReportingGroupDialog({ group, onClose }: ReportingGroupDialogProps) {
  const scope = useScope();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim() };
      if (group === undefined) return post(GROUPS_PATH, { params: { path: { ...scope } }, body });
      return post(GROUP_PATH, { params: { path: { ...scope, reporting_group_id: group.id } }, body });
    },
    onSuccess: (savedGroup) => {
      showToast(
        group === undefined
          ? w.reports.groupMade({ name: savedGroup.name })
          : w.reports.groupSaved({ name: savedGroup.name }),
      );
      invalidateReportingGroups();
      onClose();
    },
  });
  return (
    <MutationDialog
      title={group ? w.reports.changeNamed({ name: group.name }) : w.reports.makeGroup}
      mutation={save}
      submitLabel={group ? w.reports.change : w.reports.makeGroup}
      fieldPaths={['name', 'description']}
      onClose={onClose}
    >
      <NameField label={w.reports.name} error={save.error} value={name} onChange={setName} />
      <TextareaField
        label={w.reports.description}
        path="description"
        error={save.error}
        rows={2}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </MutationDialog>
  );
}

/** Deletes a reporting group after confirmation. */
function DeleteReportingGroupDialog({
  group,
  onClose,
}: {
  readonly group: ReportingGroup;
  readonly onClose: () => void;
}) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => del(GROUP_PATH, { params: { path: { ...scope, reporting_group_id: group.id } } }),
    onSuccess: () => {
      showToast(w.ui.deleted({ name: group.name }));
      invalidateReportingGroups();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.ui.deleteNamed({ name: group.name })}
      confirmLabel={w.ui.delete}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.reports.deleteHint}
    </ConfirmDialog>
  );
}
