import Type from 'typebox';
import { organizationErrors } from '../../src/organizations/errors.ts';
import { isTryOutProcess, killThisProcess } from '../../src/platform/local/try-out.ts';
import { operation } from '../operation.ts';

const killWorker = operation(
  {
    id: 'organization.kill_worker',
    method: 'POST',
    path: '/org/{org_id}/try-out/kill-worker',
    tag: 'Organizations',
    summary: 'Kill the worker of a local try-out',
    description:
      'Kills the process of `npm start` that runs API and worker, after this response. `npm start` restarts it, and runs continue. Only for a stack with its own database and Temporal server; returns 409 everywhere else.',
    auth: { permission: 'organization:kill_worker' },
    request: { idempotent: false },
    response: {
      schemas: {
        202: Type.Object(
          { process_id: Type.Integer({ description: 'ID of the killed process.' }) },
          { title: 'KilledWorker' },
        ),
      },
      errors: { 404: ['RESOURCE_NOT_FOUND'], 409: ['NOT_A_TRY_OUT'] },
    },
    audit: { event: 'organization.worker_killed', audience: 'organization:view_audit' },
  },
  async ({ caller, change, reply }) => {
    if (!isTryOutProcess()) throw organizationErrors.notTryOut();
    const processId = process.pid;
    const resource = { type: 'organization', id: caller.orgId };
    await change(async () => ({ result: undefined, audited: { resource, payload: { process_id: processId } } }));
    // The caller gets the response first. A caller that left does not prevent the kill.
    reply.raw.once('close', killThisProcess);
    reply.code(202);
    return { process_id: processId };
  },
);

export const TRY_OUT_OPERATIONS = [killWorker];
