import Type from 'typebox';
import { toChangePayload } from '../../../src/audit/changes.ts';
import * as partners from '../../../src/organizations/partners/queries.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { DisplayName, Id, Nullable, Timestamp, VisibleText } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';

const Partner = toVersionedSchema(
  { table: 'partners', path: '/partner/{partner_id}' },
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      description: Type.String(),
      avatar_url: Nullable(Type.String()),
      created: Timestamp,
      modified: Timestamp,
    },
    { title: 'Partner' },
  ),
);

type PartnerRow = NonNullable<Awaited<ReturnType<typeof partners.findPartner>>>;

function record(row: PartnerRow) {
  return { ...row, avatar_url: null };
}

const list = operation(
  {
    id: 'partner.list',
    method: 'GET',
    path: '/partner',
    tag: 'Partners',
    summary: 'List partners, newest first',
    auth: { permission: 'system:partners_view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Partner) } },
  },
  async ({ ctx, page: pageRequest }) => {
    const page = await partners.listPartners(ctx.db, pageRequest);
    return mapPage(page, (row) => record(row));
  },
);

const create = operation(
  {
    id: 'partner.create',
    method: 'POST',
    path: '/partner',
    tag: 'Partners',
    summary: 'Create a partner',
    auth: { permission: 'system:partners_create' },
    request: {
      body: Type.Object({ name: DisplayName(), description: VisibleText(5000) }),
      idempotent: false,
      example: { name: 'Northwind', description: 'Brings customers in the north.' },
    },
    response: { schemas: { 200: Partner } },
    audit: { event: 'partner.created' },
  },
  async ({ body: { name, description }, change }) => {
    const row = await change(async (trx) => {
      const created = await partners.createPartner(trx, { name, description });
      return { result: created, audited: { resource: { type: 'partner', id: created.id }, name: created.name } };
    });
    return record(row);
  },
);

const read = operation(
  {
    id: 'partner.read',
    method: 'GET',
    path: '/partner/{partner_id}',
    tag: 'Partners',
    summary: 'Get a partner',
    auth: { permission: 'system:partners_view' },
    response: { schemas: { 200: Partner } },
  },
  ({ parents }) => record(parents.partner_id),
);

const update = operation(
  {
    id: 'partner.update',
    method: 'POST',
    path: '/partner/{partner_id}',
    tag: 'Partners',
    summary: 'Update a partner',
    auth: { permission: 'system:partners_edit' },
    request: {
      body: Type.Object({ name: Type.Optional(DisplayName()), description: Type.Optional(VisibleText(5000)) }),
      idempotent: false,
      example: { description: 'Brings customers in the north and east.' },
    },
    response: { schemas: { 200: Partner } },
    audit: { event: 'partner.updated' },
  },
  async ({ params: { partner_id: id }, body: { name, description }, change }) => {
    const fields = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    const row = await change(async (trx) => {
      const before = orNotFound(await partners.findPartner(trx, id), 'partner', id);
      const { changed } = toChangePayload(before, fields, []);
      if (changed.length === 0) return { result: before, audited: 'unchanged' };
      const after = orNotFound(await partners.updatePartner(trx, id, fields), 'partner', id);
      return { result: after, audited: { resource: { type: 'partner', id }, name: after.name, payload: { changed } } };
    });
    return record(row);
  },
);

export const PARTNER_OPERATIONS = [list, create, read, update];
