import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { createAddressRules } from '../../../src/platform/http/addresses.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import { wakeWorkflow } from '../../../src/platform/temporal/workflow.ts';
import { deliveryWorkflow } from '../../../src/tasks/forwarders/contract.ts';
import { cancelHiddenDeliveries, expediteDeliveries } from '../../../src/tasks/forwarders/deliveries.ts';
import { forwarderErrors } from '../../../src/tasks/forwarders/errors.ts';
import { getForwarderKind, hasSameDestination, validateConfig } from '../../../src/tasks/forwarders/kinds/index.ts';
import { forwarderProblems } from '../../../src/tasks/forwarders/problems.ts';
import * as forwarders from '../../../src/tasks/forwarders/queries.ts';
import { deleteSecrets, issueSecret, replaceSecrets, rotateSecret } from '../../../src/tasks/forwarders/secrets.ts';
import { parseSigningSecret, SIGNING_KEY_BYTES } from '../../../src/tasks/forwarders/signing.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { NOT_DELETED } from '../../record-limit.ts';
import {
  FORWARDER,
  FORWARDERS,
  Forwarder,
  ForwarderCreate,
  ForwarderUpdate,
  TAG,
  toForwarderRecord,
} from './schemas.ts';

type Trx = Parameters<typeof forwarders.lockForwarder>[0];

const create = operation(
  {
    id: 'task_forwarder.create',
    method: 'POST',
    path: FORWARDERS,
    tag: TAG,
    summary: 'Create a forwarder',
    description:
      'Delivers every finished run of task revisions that reference the forwarder: completed, failed or cancelled. The response contains the `secret` of a webhook once, unless `config_sensitive.signing_key` is set. `config.destination_url` is an alias of `config.url`.',
    recordLimit: { table: 'task_forwarders', label: 'forwarders', condition: NOT_DELETED },
    auth: { permission: 'project:create_forwarder' },
    request: {
      checks: 'dry-run',
      dependentFields: { type: ['config', 'config_sensitive'] },
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
    const key = await problems.run(() => findSigningKey(type, body));
    const config = await problems.runLast(() => validateConfig(type, body.config, getAddressRules(ctx)));
    return change(async (trx) => {
      const id = await forwarders.createForwarder(trx, caller, type, { name, config });
      if (status === 'paused') await forwarders.setForwarderStatus(trx, id, status);
      const issued = getForwarderKind(type).isSigned ? await issueSecret(trx, ctx.ring, id, key) : undefined;
      const secret = key === undefined ? issued : undefined;
      const record = toForwarderRecord(await lockForwarder(trx, caller, id));
      const audited = { resource: { type: 'task_forwarder', id }, name, payload: { type } };
      return { result: { ...record, ...omitUndefined({ secret }) }, audited };
    });
  },
);

const list = operation(
  {
    id: 'task_forwarder.list',
    method: 'GET',
    path: FORWARDERS,
    tag: TAG,
    summary: 'List forwarders',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Forwarder) } },
  },
  async ({ ctx, caller, page }) => {
    const forwarderPage = await forwarders.listForwarders(ctx.db, caller.projectId, page);
    const grantsOn = await getGrantsOn(
      ctx.db,
      caller,
      'task_forwarder',
      forwarderPage.results.map(({ id }) => id),
    );
    return mapPage(forwarderPage, (row) =>
      toForwarderRecord(row, hasPermission(grantsOn(row.id), 'task_forwarder:edit')),
    );
  },
);

const read = operation(
  {
    id: 'task_forwarder.read',
    method: 'GET',
    path: FORWARDER,
    tag: TAG,
    summary: 'Get a forwarder',
    auth: { permission: 'task_forwarder:view' },
    response: { schemas: { 200: Forwarder } },
  },
  ({ caller, parents }) =>
    toForwarderRecord(parents.task_forwarder_id, hasPermission(caller.grants, 'task_forwarder:edit')),
);

const update = operation(
  {
    id: 'task_forwarder.update',
    method: 'POST',
    path: FORWARDER,
    tag: TAG,
    summary: 'Update, pause or resume a forwarder',
    description:
      'Settings apply from the next attempt. Changed settings and resuming retry pending deliveries immediately. A new destination cancels pending deliveries of runs that the caller cannot see.',
    auth: { permission: 'task_forwarder:edit' },
    request: {
      checks: 'dry-run',
      dependentFields: { type: ['config', 'config_sensitive'] },
      body: ForwarderUpdate,
      idempotent: false,
      example: { name: 'Orders of the shop' },
    },
    response: { schemas: { 200: Forwarder } },
    audit: { event: 'task_forwarder.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const { woken, row } = await change(async (trx) => {
      const before = await lockForwarder(trx, caller, params.task_forwarder_id);
      const { fields, status, key } = await findChanges(before, body, ctx);
      const changed = [...Object.keys(fields), ...Object.keys(omitUndefined({ status, signing_key: key }))];
      if (changed.length === 0) return { result: { woken: [], row: before }, audited: 'unchanged' };
      const isActive = (status ?? before.status) === 'active' && (fields.config !== undefined || status !== undefined);
      if (fields.config && !hasSameDestination(before.type, before.config, fields.config))
        await cancelHiddenDeliveries(trx, caller, before.id);
      const woken = isActive ? await expediteDeliveries(trx, before.id) : [];
      await forwarders.updateForwarder(trx, before.id, fields);
      if (key !== undefined) await replaceSecrets(trx, ctx.ring, before.id, key);
      if (status !== undefined) await forwarders.setForwarderStatus(trx, before.id, status);
      const row = await lockForwarder(trx, caller, before.id);
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
    return toForwarderRecord(row);
  },
);

/** Returns what an update changes. Throws a 422 for invalid or immutable settings. */
async function findChanges(before: forwarders.ForwarderRow, body: Static<typeof ForwarderUpdate>, ctx: ApiContext) {
  const { name, config: sent, status } = body;
  const problems = new Problems();
  await problems.run(() => assertImmutableFields(before, body, ['type'], 'create another forwarder of that type'));
  const config = await problems.run(() => sent && validateConfig(before.type, sent, getAddressRules(ctx)));
  const key = await problems.runLast(() => findSigningKey(before.type, body));
  const sentFields = Object.entries(omitUndefined({ name, config }));
  const fields = sentFields.filter(([field, value]) => !isDeepStrictEqual(value, Reflect.get(before, field)));
  return {
    fields: Object.fromEntries(fields) as Partial<forwarders.ForwarderFields>,
    status: status === before.status ? undefined : status,
    key,
  };
}

/** Returns the signing key in a body as it is stored. Throws a 422 if it is invalid. */
function findSigningKey(
  type: string,
  { config_sensitive: sensitive }: Static<typeof ForwarderUpdate>,
): string | undefined {
  const text = sensitive?.signing_key;
  if (text === undefined) return undefined;
  const path = ['config_sensitive', 'signing_key'];
  if (!getForwarderKind(type).isSigned) throw errors.invalid(path, forwarderProblems.signing_key_not_used({ type }));
  const key = parseSigningSecret(text);
  if (key === undefined) throw errors.invalid(path, forwarderProblems.signing_key_size(SIGNING_KEY_BYTES));
  return key;
}

const remove = operation(
  {
    id: 'task_forwarder.delete',
    method: 'DELETE',
    path: FORWARDER,
    tag: TAG,
    summary: 'Delete a forwarder',
    description:
      'Deletes its secrets and cancels pending deliveries. Runs of task revisions that reference it are no longer delivered.',
    auth: { permission: 'task_forwarder:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: Forwarder } },
    audit: { event: 'task_forwarder.deleted' },
  },
  ({ caller, params, change }) =>
    change(async (trx) => {
      const row = await lockForwarder(trx, caller, params.task_forwarder_id);
      await forwarders.deleteForwarder(trx, row.id);
      await deleteSecrets(trx, row.id);
      const audited = { resource: { type: 'task_forwarder', id: row.id }, name: row.name };
      return { result: { ...toForwarderRecord(row), deleted: true }, audited };
    }),
);

const rotate = operation(
  {
    id: 'task_forwarder.rotate_secret',
    method: 'POST',
    path: `${FORWARDER}/rotate_secret`,
    tag: TAG,
    summary: 'Rotate the secret of a forwarder',
    description: 'Returns the new secret once. Messages carry a signature by each secret until the overlap ends.',
    auth: { permission: 'task_forwarder:edit' },
    request: {
      body: Type.Object({
        overlap_hours: Type.Integer({
          minimum: 0,
          maximum: 168,
          default: 24,
          description: 'Hours for which previous secrets keep signing. Default 24.',
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
      const row = await lockForwarder(trx, caller, params.task_forwarder_id);
      if (!getForwarderKind(row.type).isSigned) throw forwarderErrors.notSigned(row.type);
      const hours = body?.overlap_hours ?? 24;
      const secret = await rotateSecret(trx, ctx.ring, row.id, hours * 3_600_000);
      const resource = { type: 'task_forwarder', id: row.id };
      const audited = { resource, name: row.name, payload: { overlap_hours: hours } };
      return { result: { ...toForwarderRecord(row), secret }, audited };
    }),
);

function getAddressRules({ config }: ApiContext) {
  return createAddressRules(config.allowPrivateAddresses);
}

async function lockForwarder(trx: Trx, { projectId }: Caller, id: string) {
  return orNotFound(await forwarders.lockForwarder(trx, projectId, id), 'task_forwarder', id);
}

export const FORWARDER_RECORD_OPERATIONS = [create, list, read, update, remove, rotate];
