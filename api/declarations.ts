import type { Operation } from './operation.ts';
import { unknownIn } from './parents.ts';
import { namesIn } from './path.ts';
import { checksVersion } from './plugins/versions.ts';

/** What is wrong with a declaration, as sentences; the app refuses to boot when there is any. */
export function declarationProblems(op: Operation): string[] {
  const places = namesIn(op.path);
  const problems = [
    ...unknownIn(op.path).map((name) => `path parameter ${name} is not in the table of parents.ts`),
    ...Object.keys(op.loads)
      .filter((name) => !places.includes(name))
      .map((name) => `loads ${name}, which the path lacks`),
  ];
  if (!op.access) problems.push('no access word or permission');
  if (!op.summary) problems.push('no summary');
  if (Object.keys(op.answers).length === 0) problems.push('no answers');
  if (op.audit === undefined) problems.push('audit is not stated');
  if (op.idempotent === undefined) problems.push('idempotent is not stated');
  if (op.method === 'GET' && op.body) problems.push('a GET takes no body');
  if (op.method !== 'GET' && op.writes) problems.push('writes is said of a GET alone');
  if (op.method === 'GET' && op.audit) problems.push('a GET leaves no trace');
  if (op.door !== undefined && op.doorFree !== undefined) problems.push('stands at a door and at none');
  if (op.access === 'public' && !op.door && !op.doorFree)
    problems.push('is public: name its door, or say why it needs none');
  if (checksVersion(op) && !op.audit) problems.push('honours If-Match in its change, and declares none');
  return problems.map((problem) => `${op.method} ${op.path} (${op.id}): ${problem}`);
}
