import Type from 'typebox';
import { assertCanAdmit } from '../../src/access/delegation.ts';
import { recordPendingEvent } from '../../src/audit/pending-events.ts';
import { DOMAIN_CHANGED, domainWorkflow } from '../../src/organizations/contract.ts';
import * as domains from '../../src/organizations/domains.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { createMessageSchemas } from '../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../src/platform/messages.ts';
import { Id, NonBlankText, Nullable, Timestamp } from '../../src/platform/schemas.ts';
import { signalWorkflow, startWorkflow } from '../../src/platform/temporal/workflow.ts';
import { operation } from '../operation.ts';
import { createStartedEvent } from '../plugins/audit.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';

const Domain = Type.Object(
  {
    id: Id,
    domain: Type.String(),
    status: Type.String({ description: 'Status: `unverified` or `verified`.' }),
    verification: Type.Object(
      { type: Type.String(), name: Type.String(), value: Type.String() },
      { description: 'DNS record that proves ownership.' },
    ),
    created: Timestamp,
    checked_at: Nullable(Timestamp),
    ...createMessageSchemas('check_error', 'Result of the last failed DNS check; null after success.'),
    next_check_at: Nullable(Timestamp),
    verified_at: Nullable(Timestamp),
  },
  { title: 'Domain' },
);

function toDomainRecord(row: domains.DomainRow) {
  const verification = {
    type: 'TXT',
    name: domains.toRecordName(row.domain),
    value: domains.toRecordValue(row.verification_token),
  };
  return { ...row, ...toMessageFields('check_error', row.check_error), verification };
}

const add = operation(
  {
    id: 'organization_domain.create',
    method: 'POST',
    path: '/org/{org_id}/domains',
    tag: 'Domains',
    summary: 'Add a domain',
    auth: { permission: 'organization:edit' },
    request: {
      body: Type.Object({ domain: NonBlankText(500) }),
      idempotent: false,
      example: { domain: 'example.com' },
    },
    response: { schemas: { 200: Domain }, errors: { 400: ['INVALID_DOMAIN'], 409: ['DOMAIN_ALREADY_EXISTS'] } },
    audit: { event: 'organization_domain.created', audience: 'organization:edit' },
  },
  async ({ ctx, caller, body, change }) => {
    const domain = domains.normalizeDomain(body.domain);
    const row = await change(async (trx) => {
      await assertCanAdmit(trx, caller, caller.orgId);
      const created = await domains.addDomain(trx, { orgId: caller.orgId, domain, createdBy: caller.subject.id });
      return {
        result: created,
        audited: { resource: { type: 'organization_domain', id: created.id }, name: domain, payload: { domain } },
      };
    });
    await startWorkflow(ctx, domainWorkflow(row.id));
    return toDomainRecord(row);
  },
);

const list = operation(
  {
    id: 'organization_domain.list',
    method: 'GET',
    path: '/org/{org_id}/domains',
    tag: 'Domains',
    summary: 'List domains of an organization, newest first',
    auth: { permission: 'organization:edit' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(Domain) } },
  },
  async ({ ctx, caller, page }) => mapPage(await domains.listDomains(ctx.db, caller.orgId, page), toDomainRecord),
);

const remove = operation(
  {
    id: 'organization_domain.delete',
    method: 'DELETE',
    path: '/org/{org_id}/domains/{domain_id}',
    tag: 'Domains',
    summary: 'Delete a domain',
    auth: { permission: 'organization:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Domain } },
    audit: { event: 'organization_domain.deleted', audience: 'organization:edit' },
  },
  async ({ ctx, caller, params, change }) => {
    const row = await change(async (trx) => {
      const removed = await domains.deleteDomain(trx, caller.orgId, params.domain_id);
      const deleted = orNotFound(removed, 'domain', params.domain_id);
      return {
        result: deleted,
        audited: { resource: { type: 'organization_domain', id: deleted.id }, name: deleted.domain },
      };
    });
    await signalWorkflow(ctx, domainWorkflow(row.id), DOMAIN_CHANGED);
    return toDomainRecord(row);
  },
);

const verify = operation(
  {
    id: 'organization_domain.verify',
    method: 'POST',
    path: '/org/{org_id}/domains/{domain_id}/verify',
    tag: 'Domains',
    summary: 'Check the DNS record of a domain',
    auth: { permission: 'organization:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Domain } },
    audit: {
      // The verification itself is a system event, since a scheduled check may find it as well.
      event: null,
      startedEvent: 'organization_domain.looked_for',
    },
  },
  async ({ ctx, caller, parents, request }) => {
    const domain = parents.domain_id;
    if (domain.status === 'verified') return toDomainRecord(domain);
    const found = await domains.checkRecord(ctx.resolver, domain);
    await domains.storeCheckResult(ctx.db, domain, found, { patient: false });
    const resource = { type: 'organization_domain', id: domain.id };
    const details = { resource, name: domain.domain, payload: { found: found.ok } };
    await recordPendingEvent(ctx.db, createStartedEvent(request, details));
    await signalWorkflow(ctx, domainWorkflow(domain.id), DOMAIN_CHANGED);
    const now = await domains.findDomain(ctx.db, caller.orgId, domain.id);
    return toDomainRecord(orNotFound(now, 'domain', domain.id));
  },
);

export const DOMAIN_OPERATIONS = [add, list, remove, verify];
