import Type from 'typebox';
import { changesOf, fieldsOf } from '../../src/audit/changes.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { given } from '../../src/platform/given.ts';
import { normalizeName } from '../../src/platform/names.ts';
import * as groups from '../../src/reporting-groups/queries.ts';
import { operation } from '../operation.ts';
import type { AuditNote } from '../plugins/audit.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { versioned } from '../plugins/versions.ts';
import { Id, PlainName, Text, Timestamp } from '../schemas.ts';

const GROUPS = '/org/{org_id}/project/{project_id}/reporting-groups';
const GROUP = `${GROUPS}/{reporting_group_id}` as const;
const Name = PlainName({ description: 'there once per project, whatever the case' });
const Description = Text(1000);
const SHOWN = ['name'];

const ReportingGroup = versioned(
  { table: 'reporting_groups', path: GROUP },
  Type.Object(
    { id: Id, name: Type.String(), description: Type.String(), created: Timestamp, modified: Timestamp },
    { title: 'ReportingGroup' },
  ),
);

function noteOf({ id, name }: groups.ReportingGroupRow, payload: object = {}): AuditNote {
  return { resource: { type: 'reporting_group', id }, name, payload };
}

const create = operation(
  {
    id: 'reporting_group.create',
    method: 'POST',
    path: GROUPS,
    tag: 'Reporting groups',
    summary: 'Make a reporting group, which task runs can be told apart by',
    access: 'project:edit',
    body: Type.Object({ name: Name, description: Type.Optional(Description) }),
    answers: { 200: ReportingGroup },
    errors: { 409: ['REPORTING_GROUP_ALREADY_EXISTS'] },
    audit: 'reporting_group.created',
    idempotent: false,
    examples: { body: { name: 'Spring campaign', description: 'All that the campaign asks for.' } },
  },
  ({ caller, body: { name, description = '' }, change }) =>
    change(async (trx) => {
      const row = await groups.createReportingGroup(trx, caller, { name, description });
      return { result: row, audited: noteOf(row, fieldsOf(row, SHOWN)) };
    }),
);

const list = operation(
  {
    id: 'reporting_group.list',
    method: 'GET',
    path: GROUPS,
    tag: 'Reporting groups',
    summary: 'Reporting groups, newest first',
    access: 'project:view',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Envelope(ReportingGroup) },
  },
  ({ ctx, caller, page }) => groups.listReportingGroups(ctx.db, caller.projectId, page),
);

const read = operation(
  {
    id: 'reporting_group.read',
    method: 'GET',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Read a reporting group',
    access: 'project:view',
    answers: { 200: ReportingGroup },
  },
  ({ parents }) => parents.reporting_group_id,
);

const update = operation(
  {
    id: 'reporting_group.update',
    method: 'POST',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Rename or describe a reporting group; what is left out stays',
    access: 'project:edit',
    body: Type.Object({ name: Type.Optional(Name), description: Type.Optional(Description) }),
    answers: { 200: ReportingGroup },
    errors: { 409: ['REPORTING_GROUP_ALREADY_EXISTS'] },
    audit: 'reporting_group.updated',
    idempotent: false,
    examples: { body: { description: 'All that the campaign of this spring asks for.' } },
  },
  ({ caller, params, body: { name, description }, change }) =>
    change(async (trx) => {
      const id = params.reporting_group_id;
      const before = orNotFound(await groups.lockReportingGroup(trx, caller.projectId, id), 'reporting_group', id);
      const fields = given({ name: name === undefined ? undefined : normalizeName(name), description });
      const payload = changesOf(before, fields, SHOWN);
      if (payload.changed.length === 0) return { result: before, audited: 'unchanged' };
      const row = await groups.updateReportingGroup(trx, id, { ...before, ...fields });
      return { result: row, audited: noteOf(row, payload) };
    }),
);

const remove = operation(
  {
    id: 'reporting_group.delete',
    method: 'DELETE',
    path: GROUP,
    tag: 'Reporting groups',
    summary: 'Delete a reporting group; runs that were of it keep its id, and its name is free',
    access: 'project:edit',
    answers: { 200: ReportingGroup },
    audit: 'reporting_group.deleted',
    idempotent: false,
  },
  ({ parents: { reporting_group_id: row }, change }) =>
    change(async (trx) => {
      await groups.deleteReportingGroup(trx, row.id);
      return { result: row, audited: noteOf(row) };
    }),
);

export const REPORTING_GROUP_OPERATIONS = [create, list, read, update, remove];
