import type { Operation } from './operation.ts';
import { listUnknownParameters } from './parents.ts';
import { listParameters } from './path.ts';
import { checksVersion } from './plugins/versions.ts';

/** Problems of an operation's declaration, as sentences. The app does not boot if there are any. */
export function findDeclarationProblems(op: Operation): string[] {
  const parameters = listParameters(op.path);
  const problems = [
    ...listUnknownParameters(op.path).map((name) => `path parameter ${name} is not in the table of parents.ts`),
    ...Object.keys(op.request.parents)
      .filter((name) => !parameters.includes(name))
      .map((name) => `loads ${name}, which the path lacks`),
  ];
  if (!op.auth.permission) problems.push('no permission');
  if (!op.summary) problems.push('no summary');
  if (Object.keys(op.response.schemas).length === 0) problems.push('no response schemas');
  if (op.audit.event === undefined) problems.push('audit is not declared');
  if (op.request.idempotent === undefined) problems.push('idempotent is not declared');
  if (op.method === 'GET' && op.request.body) problems.push('a GET cannot have a body');
  if (op.method !== 'GET' && op.audit.writesOnGet) problems.push('writesOnGet is for a GET only');
  if (op.method === 'GET' && op.audit.event) problems.push('a GET cannot record an audit event');
  if (op.auth.rateLimit !== undefined && op.auth.noRateLimitReason !== undefined)
    problems.push('declares both rateLimit and noRateLimitReason');
  if (op.auth.permission === 'public' && !op.auth.rateLimit && !op.auth.noRateLimitReason)
    problems.push('is public: declare rateLimit or noRateLimitReason');
  if (checksVersion(op) && !op.audit.event) problems.push('supports If-Match but declares no change');
  return problems.map((problem) => `${op.method} ${op.path} (${op.id}): ${problem}`);
}
