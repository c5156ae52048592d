import Type from 'typebox';
import { changesOf } from '../../../src/audit/changes.ts';
import * as partners from '../../../src/organizations/partners/queries.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { avatarUrl } from '../../files/avatars.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { versioned } from '../../plugins/versions.ts';
import { Id, Nullable, PlainName, Text, Timestamp } from '../../schemas.ts';

const Partner = versioned(
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

function record(base: string, row: PartnerRow) {
  return { ...row, avatar_url: avatarUrl(base, row.avatar_url) };
}

const list = operation(
  {
    id: 'partner.list',
    method: 'GET',
    path: '/partner',
    tag: 'Partners',
    summary: 'Partners, newest first',
    access: 'system:partners_view',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Envelope(Partner) },
  },
  async ({ ctx, page: asked }) => {
    const page = await partners.listPartners(ctx.db, asked);
    return mapPage(page, (row) => record(ctx.config.publicUrl, row));
  },
);

const create = operation(
  {
    id: 'partner.create',
    method: 'POST',
    path: '/partner',
    tag: 'Partners',
    summary: 'Add a partner',
    access: 'system:partners_create',
    body: Type.Object({ name: PlainName(), description: Text(5000) }),
    answers: { 200: Partner },
    audit: 'partner.created',
    idempotent: false,
    examples: { body: { name: 'Northwind', description: 'Brings customers in the north.' } },
  },
  async ({ ctx, body: { name, description }, change }) => {
    const row = await change(async (trx) => {
      const made = await partners.createPartner(trx, { name, description });
      return { result: made, audited: { resource: { type: 'partner', id: made.id }, name: made.name } };
    });
    return record(ctx.config.publicUrl, row);
  },
);

const read = operation(
  {
    id: 'partner.read',
    method: 'GET',
    path: '/partner/{partner_id}',
    tag: 'Partners',
    summary: 'Read a partner',
    access: 'system:partners_view',
    answers: { 200: Partner },
  },
  ({ ctx, parents }) => record(ctx.config.publicUrl, parents.partner_id),
);

const update = operation(
  {
    id: 'partner.update',
    method: 'POST',
    path: '/partner/{partner_id}',
    tag: 'Partners',
    summary: 'Change a partner; what is left out stays',
    access: 'system:partners_edit',
    body: Type.Object({ name: Type.Optional(PlainName()), description: Type.Optional(Text(5000)) }),
    answers: { 200: Partner },
    audit: 'partner.updated',
    idempotent: false,
    examples: { body: { description: 'Brings customers in the north and east.' } },
  },
  async ({ ctx, params: { partner_id: id }, body: { name, description }, change }) => {
    const fields = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
    const row = await change(async (trx) => {
      const before = orNotFound(await partners.findPartner(trx, id), 'partner', id);
      const { changed } = changesOf(before, fields, []);
      if (changed.length === 0) return { result: before, audited: 'unchanged' };
      const after = orNotFound(await partners.updatePartner(trx, id, fields), 'partner', id);
      return { result: after, audited: { resource: { type: 'partner', id }, name: after.name, payload: { changed } } };
    });
    return record(ctx.config.publicUrl, row);
  },
);

export const PARTNER_OPERATIONS = [list, create, read, update];
