import { Readable } from 'node:stream';
import Type from 'typebox';
import type { Permission } from '../../src/access/permissions.ts';
import { recordPendingEvent } from '../../src/audit/pending-events.ts';
import { exportEvents, getChainStatus, listEvents } from '../../src/audit/queries.ts';
import { verifyChains } from '../../src/audit/verify.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { type Operation, operation } from '../operation.ts';
import { createStartedEvent } from '../plugins/audit.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { getScope } from './parents.ts';
import {
  AuditEvent,
  AuditEventWithPayload,
  FILTERS,
  Integrity,
  toEventRecord,
  toFilter,
  toIntegrityRecord,
  toVerificationRecord,
  Verification,
} from './schemas.ts';

/** Settings that the operations of a project and of an organization share. */
interface Kind {
  readonly id: 'project' | 'organization';
  readonly path: string;
  readonly access: Permission;
  readonly of: string;
}

const PROJECT: Kind = {
  id: 'project',
  path: '/org/{org_id}/project/{project_id}/audit_event',
  access: 'project:view_audit',
  of: 'of the project',
};
const ORGANIZATION: Kind = {
  id: 'organization',
  path: '/org/{org_id}/audit_event',
  access: 'organization:view_audit',
  of: 'of the organization and its projects',
};

function list(kind: Kind): Operation {
  return operation(
    {
      tag: 'Audit',
      id: `${kind.id}.audit_event.list`,
      method: 'GET',
      path: kind.path,
      summary: `List audit events ${kind.of}, newest first`,
      auth: { permission: kind.access },
      request: { query: Type.Object({ ...PAGE_QUERY, ...FILTERS }) },
      response: { schemas: { 200: Envelope(AuditEvent) } },
    },
    async ({ ctx, caller, query, page }) =>
      mapPage(await listEvents(ctx.db, getScope(caller), toFilter(query), page), toEventRecord),
  );
}

function exportAll(kind: Kind): Operation {
  return operation(
    {
      tag: 'Audit',
      id: `${kind.id}.audit_event.export`,
      method: 'GET',
      path: `${kind.path}/export`,
      summary: `Export audit events ${kind.of} as JSON Lines, oldest first`,
      auth: { permission: kind.access },
      request: { query: Type.Object(FILTERS) },
      response: { schemas: { 200: 'application/x-ndjson' } },
    },
    ({ ctx, caller, query, reply }) => {
      const batches = exportEvents(ctx.db, getScope(caller), toFilter(query));
      const lines = async function* () {
        for await (const batch of batches) yield batch.map((row) => `${JSON.stringify(toEventRecord(row))}\n`).join('');
      };
      reply.header('content-type', 'application/x-ndjson').header('cache-control', 'no-store');
      // Reads one batch ahead of the client.
      return reply.send(Readable.from(lines(), { highWaterMark: 1 }));
    },
  );
}

function integrity(kind: Kind): Operation {
  return operation(
    {
      tag: 'Audit',
      id: `${kind.id}.audit_event.integrity`,
      method: 'GET',
      path: `${kind.path}/integrity`,
      summary: `Get the head and checkpoint of the ${kind.id}'s own audit chain`,
      auth: { permission: kind.access },
      response: { schemas: { 200: Integrity } },
    },
    async ({ ctx, caller }) => {
      const scope = getScope(caller);
      return toIntegrityRecord(scope.projectId ?? scope.orgId, await getChainStatus(ctx.db, scope));
    },
  );
}

function verify(kind: Kind): Operation {
  return operation(
    {
      tag: 'Audit',
      id: `${kind.id}.audit_event.verify`,
      method: 'POST',
      path: `${kind.path}/integrity/verify`,
      summary: `Verify the audit chain of events ${kind.of}`,
      auth: { permission: kind.access },
      request: { idempotent: false },
      response: { schemas: { 200: Verification } },
      audit: { event: null, startedEvent: 'audit_chain.verified' },
    },
    async ({ ctx, caller, request }) => {
      const scope = getScope(caller);
      const record = toVerificationRecord(await verifyChains(ctx.db, scope));
      const resource = { type: 'audit_chain', id: scope.projectId ?? scope.orgId };
      await recordPendingEvent(ctx.db, createStartedEvent(request, { resource, payload: { valid: record.valid } }));
      return record;
    },
  );
}

function read(kind: Kind): Operation {
  return operation(
    {
      tag: 'Audit',
      id: `${kind.id}.audit_event.read`,
      method: 'GET',
      path: `${kind.path}/{audit_event_id}`,
      summary: 'Get an audit event with its payload',
      auth: { permission: kind.access },
      response: { schemas: { 200: AuditEventWithPayload } },
    },
    ({ parents }) => toEventRecord(parents.audit_event_id),
  );
}

function createAuditOperations(kind: Kind): Operation[] {
  return [list(kind), exportAll(kind), integrity(kind), verify(kind), read(kind)];
}

/** Audit log operations of projects and organizations. test/guards/operations.txt lists the paths. */
export const AUDIT_OPERATIONS: readonly Operation[] = [
  ...createAuditOperations(PROJECT),
  ...createAuditOperations(ORGANIZATION),
];
