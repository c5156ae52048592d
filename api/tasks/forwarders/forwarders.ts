import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { given } from '../../../src/platform/given.ts';
import { addressRules } from '../../../src/platform/http/addresses.ts';
import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import { giveUpUnseen, hastenDeliveries } from '../../../src/tasks/forwarders/deliveries.ts';
import { forwarderErrors } from '../../../src/tasks/forwarders/errors.ts';
import { checkedConfig, forwarderKind, isSameDestination } from '../../../src/tasks/forwarders/kinds/index.ts';
import * as forwarders from '../../../src/tasks/forwarders/queries.ts';
import { dropSecrets, issueSecret, replaceSecrets, rotateSecret } from '../../../src/tasks/forwarders/secrets.ts';
import { givenSigningSecret } from '../../../src/tasks/forwarders/signing.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { FORWARDER, FORWARDERS, Forwarder, ForwarderCreate, ForwarderUpdate, forwarderRecord, TAG } from './schemas.ts';

type Trx = Parameters<typeof forwarders.lockForwarder>[0];

const create = operation(
  {
    id: 'task_forwarder.create',
    method: 'POST',
    path: FORWARDERS,
    tag: TAG,
    summary: 'Create a forwarder, to be named by revisions of tasks',
    description:
      'A webhook is answered with its `secret`, which is never shown again, unless `config_sensitive.signing_key` gives one. `config.destination_url` is another name of `config.url`. Every run of a revision that names the forwarder is delivered when it ends, whether it completed, failed or was cancelled.',
    auth: { permission: 'project:create_forwarder' },
    request: {
      body: ForwarderCreate,
      idempotent: false,
      example: { type: 'webhook', name: 'Orders', config: { url: 'https://hooks.example.com/runs' } },
    },
    response: { schemas: { 200: Forwarder } },
    audit: { event: 'task_forwarder.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { type, name, status } = body;
    const problems = new Problems();
    const key = await problems.of(() => signingKeyIn(type, body));
    const config = await problems.last(() => checkedConfig(type, body.config, rulesOf(ctx)));
    return change(async (trx) => {
      const id = await forwarders.createForwarder(trx, caller, type, { name, config });
      if (status === 'paused') await forwarders.setForwarderStatus(trx, id, status);
      const issued = forwarderKind(type).signed ? await issueSecret(trx, ctx.ring, id, key) : undefined;
      const secret = key === undefined ? issued : undefined;
      const record = forwarderRecord(await locked(trx, caller, id));
      const audited = { resource: { type: 'task_forwarder', id }, name, payload: { type } };
      return { result: { ...record, ...given({ secret }) }, audited };
    });
  },
);

const list = operation(
  {
    id: 'task_forwarder.list',
    method: 'GET',
    path: FORWARDERS,
    tag: TAG,
    summary: 'Forwarders of the project',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Forwarder) } },
  },
  async ({ ctx, caller, page }) => {
    const found = await forwarders.listForwarders(ctx.db, caller.projectId, page);
    const on = await getGrantsOn(
      ctx.db,
      caller,
      'task_forwarder',
      found.results.map(({ id }) => id),
    );
    return mapPage(found, (row) => forwarderRecord(row, hasPermission(on(row.id), 'task_forwarder:edit')));
  },
);

const read = operation(
  {
    id: 'task_forwarder.read',
    method: 'GET',
    path: FORWARDER,
    tag: TAG,
    summary: 'Read a forwarder',
    auth: { permission: 'task_forwarder:view' },
    response: { schemas: { 200: Forwarder } },
  },
  ({ caller, parents }) =>
    forwarderRecord(parents.task_forwarder_id, hasPermission(caller.grants, 'task_forwarder:edit')),
);

const update = operation(
  {
    id: 'task_forwarder.update',
    method: 'POST',
    path: FORWARDER,
    tag: TAG,
    summary: 'Edit a forwarder, pause or resume it',
    description:
      'Other settings count from the next attempt on; what waits is tried at once then, and likewise when it is resumed. Where it is to send elsewhere, what waits of runs that you may not see is given up.',
    auth: { permission: 'task_forwarder:edit' },
    request: { body: ForwarderUpdate, idempotent: false, example: { name: 'Orders of the shop' } },
    response: { schemas: { 200: Forwarder } },
    audit: { event: 'task_forwarder.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const { woken, row } = await change(async (trx) => {
      const before = await locked(trx, caller, params.task_forwarder_id);
      const { fields, status, key } = await changesOf(before, body, ctx);
      const changed = [...Object.keys(fields), ...Object.keys(given({ status, signing_key: key }))];
      if (changed.length === 0) return { result: { woken: [], row: before }, audited: 'unchanged' };
      const goesOn = (status ?? before.status) === 'active' && (fields.config !== undefined || status !== undefined);
      if (fields.config && !isSameDestination(before.type, before.config, fields.config))
        await giveUpUnseen(trx, caller, before.id);
      const woken = goesOn ? await hastenDeliveries(trx, before.id) : [];
      await forwarders.updateForwarder(trx, before.id, fields);
      if (key !== undefined) await replaceSecrets(trx, ctx.ring, before.id, key);
      if (status !== undefined) await forwarders.setForwarderStatus(trx, before.id, status);
      const row = await locked(trx, caller, before.id);
      const resource = { type: 'task_forwarder', id: before.id };
      const payload = {
        changed,
        before: { name: before.name, status: before.status },
        after: { name: row.name, status: row.status },
      };
      return { result: { woken, row }, audited: { resource, name: row.name, payload } };
    });
    const { orgId } = caller;
    for (const delivery of woken) void wakeWorkflow(ctx, deliveryWorkflow(delivery, orgId));
    return forwarderRecord(row);
  },
);

/** What an edit changes of a forwarder. Throws a 422 on what does not work, or can't be changed. */
async function changesOf(before: forwarders.ForwarderRow, body: Static<typeof ForwarderUpdate>, ctx: ApiContext) {
  const { name, config: sent, status } = body;
  const problems = new Problems();
  await problems.of(() => assertImmutableFields(before, body, ['type'], 'make another forwarder of the other type'));
  const config = await problems.of(() => sent && checkedConfig(before.type, sent, rulesOf(ctx)));
  const key = await problems.last(() => signingKeyIn(before.type, body));
  const said = Object.entries(given({ name, config }));
  const fields = said.filter(([field, value]) => !isDeepStrictEqual(value, Reflect.get(before, field)));
  return {
    fields: Object.fromEntries(fields) as Partial<forwarders.ForwarderFields>,
    status: status === before.status ? undefined : status,
    key,
  };
}

/** The secret that a body gives, as it is kept. Throws a 422 where it can't sign. */
function signingKeyIn(
  type: string,
  { config_sensitive: sensitive }: Static<typeof ForwarderUpdate>,
): string | undefined {
  const text = sensitive?.signing_key;
  if (text === undefined) return undefined;
  const at = ['config_sensitive', 'signing_key'];
  if (!forwarderKind(type).signed) throw errors.invalid(at, `what ${type} sends is not signed`);
  const key = givenSigningSecret(text);
  if (key === undefined) throw errors.invalid(at, 'must have 16 to 256 bytes');
  return key;
}

const remove = operation(
  {
    id: 'task_forwarder.delete',
    method: 'DELETE',
    path: FORWARDER,
    tag: TAG,
    summary: 'Delete a forwarder with its secrets; what is on its way is given up',
    description: 'Runs of revisions that name it end as ever, and go nowhere.',
    auth: { permission: 'task_forwarder:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Forwarder } },
    audit: { event: 'task_forwarder.deleted' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const row = await locked(trx, caller, params.task_forwarder_id);
      await forwarders.deleteForwarder(trx, row.id);
      await dropSecrets(trx, row.id);
      const audited = { resource: { type: 'task_forwarder', id: row.id }, name: row.name };
      return { result: { ...forwarderRecord(row), deleted: true }, audited };
    }),
);

const rotate = operation(
  {
    id: 'task_forwarder.rotate_secret',
    method: 'POST',
    path: `${FORWARDER}/rotate_secret`,
    tag: TAG,
    summary: 'Exchange the secret of a webhook; the new one is shown once',
    description: 'Until the overlap ends, messages carry a signature by each: a receiver takes whichever it knows.',
    auth: { permission: 'task_forwarder:edit' },
    request: {
      body: Type.Object({
        overlap_hours: Type.Integer({
          minimum: 0,
          maximum: 168,
          default: 24,
          description: 'how long the secrets before sign besides',
        }),
      }),
      bodyOptional: true,
      idempotent: false,
      example: { overlap_hours: 24 },
    },
    response: { schemas: { 200: Forwarder }, errors: { 409: ['FORWARDER_NOT_SIGNED', 'TOO_MANY_FORWARDER_SECRETS'] } },
    audit: { event: 'task_forwarder.secret_rotated' },
  },
  ({ ctx, caller, params, body, change }) =>
    change(async (trx) => {
      const row = await locked(trx, caller, params.task_forwarder_id);
      if (!forwarderKind(row.type).signed) throw forwarderErrors.unsigned(row.type);
      const hours = body?.overlap_hours ?? 24;
      const secret = await rotateSecret(trx, ctx.ring, row.id, hours * 3_600_000);
      const resource = { type: 'task_forwarder', id: row.id };
      const audited = { resource, name: row.name, payload: { overlap_hours: hours } };
      return { result: { ...forwarderRecord(row), secret }, audited };
    }),
);

function rulesOf({ config }: ApiContext) {
  return addressRules(config.allowPrivateAddresses);
}

async function locked(trx: Trx, { projectId }: Caller, id: string) {
  return orNotFound(await forwarders.lockForwarder(trx, projectId, id), 'task_forwarder', id);
}

export const FORWARDER_RECORD_OPERATIONS = [create, list, read, update, remove, rotate];
