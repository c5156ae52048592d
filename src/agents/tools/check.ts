import type { Executor } from '../../platform/db/client.ts';
import { errors, Problems } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { agentProblems } from '../problems.ts';
import type { AgentRevisionsTable } from '../tables.ts';
import { type AttachedTools, getItems, TOOL_KINDS } from './index.ts';
import { assignNames, getOwnTools, toToolName } from './naming.ts';

/** A tool as policies see it. */
export interface NamedTool {
  readonly toolType: string;
  readonly names: readonly string[];
}

/** The tools of a revision and its agent. No agent while it is being created. */
interface AttachingRevision {
  readonly projectId: string;
  readonly agentId?: string;
  readonly revision: AttachedTools & Pick<AgentRevisionsTable, 'mode'>;
}

/** Validates the items of a revision. Returns the names of its tools. Throws a 422 with all problems. */
export async function checkTools(db: Executor, attaching: AttachingRevision): Promise<NamedTool[]> {
  const { projectId, revision } = attaching;
  const reservedTools = getOwnTools(revision);
  const taken = new Set(reservedTools.map(({ name }) => name));
  const tools: NamedTool[] = reservedTools.map(({ type, names }) => ({ toolType: type, names }));
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const attached = await problems.run(() => kind.check(db, projectId, getItems(kind, revision)));
    for (const called of attached ?? [])
      tools.push({ toolType: kind.type, names: assignNames(toToolName(called), kind, taken) });
  }
  if (revision.mode === 'sequential') await problems.run(() => assertSteps(revision));
  const found = await findActivationProblem(db, attaching);
  if (found) problems.add(errors.invalid(found.at, found.problem).problems);
  problems.throwIfAny();
  return tools;
}

/** Finds a problem that prevents activating a revision, beyond the checks at creation. */
export async function findActivationProblem(
  db: Executor,
  { agentId, revision }: Omit<AttachingRevision, 'projectId'>,
): Promise<{ readonly at: readonly (string | number)[]; readonly problem: Problem } | undefined> {
  for (const kind of TOOL_KINDS) {
    const found = await kind.findItemProblem?.(db, getItems(kind, revision), agentId);
    if (found) return { at: [kind.field, found.index, found.field], problem: found.problem };
  }
  return undefined;
}

async function assertSteps(attached: AttachedTools): Promise<void> {
  const problems = new Problems();
  for (const kind of TOOL_KINDS) {
    const items = getItems(kind, attached);
    await problems.run(() => {
      if (kind.assertSteps) kind.assertSteps(items);
      else if (items.length > 0) throw errors.invalid(kind.field, agentProblems.tools_of_sequential_agent);
    });
  }
  problems.throwIfAny();
}
