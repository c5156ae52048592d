import Type from 'typebox';
import { pickFields, toChangePayload } from '../../../src/audit/changes.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { normalizeName } from '../../../src/platform/names.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import { DisplayName, Id, Timestamp, VisibleText } from '../../../src/platform/schemas.ts';
import * as groups from '../../../src/usage/reporting-groups/queries.ts';
import type { AuditDetails } from '../../change.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';
import { NOT_DELETED } from '../../record-limit.ts';

const GROUPS = '/org/{org_id}/project/{project_id}/reporting-groups';
const GROUP = `${GROUPS}/{reporting_group_id}` as const;
const Name = DisplayName({ description: 'Name, unique in the project without regard to case.' });
const Description = VisibleText(1000);
const SHOWN = ['name'];

const ReportingGroup = toVersionedSchema(
  { table: 'reporting_groups', path: GROUP },
  Type.Object(
    { id: Id, name: Type.String(), description: Type.String(), created: Timestamp, modified: Timestamp },
    { title: 'ReportingGroup' },
  ),
);

function toAuditDetails({ id, name }: groups.ReportingGroupRow, payload: object = {}): AuditDetails {
  return { resource: { type: 'reporting_group', id }, name, payload };
}

const create = operation(
  {
    id: 'reporting_group.create',
    method: 'POST',
    path: GROUPS,
    tag: 'Reporting groups',
    summary: 'Create a reporting group',
    recordLimit: { table: 'reporting_groups', label: 'reporting groups', condition: NOT_DELETED },
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({ name: Name, description: Type.Optional(Description) }),
      idempotent: false,
      example: { name: 'Spring campaign', description: 'Runs of the spring campaign.' },
    },
    response: { schemas: { 200: ReportingGroup }, errors: { 409: ['REPORTING_GROUP_ALREADY_EXISTS'] } },
    audit: { event: 'reporting_group.created' },
  },
  ({ caller, body: { name, description = '' }, change }) =>
    change(async (trx) => {
      const row = await groups.createReportingGroup(trx, caller, { name, description });
      return { result: row, audited: toAuditDetails(row, pickFields(row, SHOWN)) };
    }),
);

const list = operation(
  {
    id: 'reporting_group.list',
    method: 'GET',
    path: GROUPS,
    tag: 'Reporting groups',
    summary: 'List reporting groups, newest first',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(ReportingGroup) } },
  },
  ({ ctx, caller, page }) => groups.listReportingGroups(ctx.db, caller.projectId, page),
);

const read = operation(
  {
    id: 'reporting_group.read',
    method: 'GET',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Get a reporting group',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: ReportingGroup } },
  },
  ({ parents }) => parents.reporting_group_id,
);

const update = operation(
  {
    id: 'reporting_group.update',
    method: 'POST',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Update a reporting group',
    auth: { permission: 'project:edit' },
    request: {
      body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Description) }),
      idempotent: false,
      example: { description: 'Runs of the spring campaign of this year.' },
    },
    response: { schemas: { 200: ReportingGroup }, errors: { 409: ['REPORTING_GROUP_ALREADY_EXISTS'] } },
    audit: { event: 'reporting_group.updated' },
  },
  ({ caller, params, body: { name, description }, change }) =>
    change(async (trx) => {
      const id = params.reporting_group_id;
      const before = orNotFound(await groups.lockReportingGroup(trx, caller.projectId, id), 'reporting_group', id);
      const fields = omitUndefined({ name: name === undefined ? undefined : normalizeName(name), description });
      const payload = toChangePayload(before, fields, SHOWN);
      if (payload.changed.length === 0) return { result: before, audited: 'unchanged' };
      const row = await groups.updateReportingGroup(trx, id, { ...before, ...fields });
      return { result: row, audited: toAuditDetails(row, payload) };
    }),
);

const remove = operation(
  {
    id: 'reporting_group.delete',
    method: 'DELETE',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Delete a reporting group',
    auth: { permission: 'project:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: ReportingGroup } },
    audit: { event: 'reporting_group.deleted' },
  },
  ({ parents: { reporting_group_id: row }, change }) =>
    change(async (trx) => {
      await groups.deleteReportingGroup(trx, row.id);
      return { result: row, audited: toAuditDetails(row) };
    }),
);

export const REPORTING_GROUP_OPERATIONS = [create, list, read, update, remove];
