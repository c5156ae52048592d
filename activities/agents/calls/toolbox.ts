import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { loadFormatter, loadTools } from '../../../src/agents/tools/index.ts';
import { FORMATTER, type Tool } from '../../../src/agents/tools/kind.ts';
import { sealOf, toolDigest } from '../../../src/agents/tools/seal.ts';
import type { Executor } from '../../../src/platform/db/client.ts';

/**
 * The tool that a call was planned for; undefined where it is gone, or it or its schema is not the same any more, or the
 * call is not what a person approved.
 */
export async function plannedTool(db: Executor, { call, run, request }: CallInRun): Promise<Tool | undefined> {
  const tool = await toolNow(db, call, run);
  if (!tool) return undefined;
  if (call.tool_digest !== null && call.tool_digest !== toolDigest(tool)) return undefined;
  // A question whether a call happened has the seal of the approval before it, where there was one.
  if (request === undefined || request.seal === '') return tool;
  const seal = sealOf({ tool, arguments: call.arguments, revisionId: run.agent_revision_id });
  return request.seal === seal ? tool : undefined;
}

async function toolNow(db: Executor, call: CallInRun['call'], run: CallInRun['run']): Promise<Tool | undefined> {
  const revision = await findAgentRevision(db, run.agent_revision_id);
  if (!revision) return undefined;
  if (call.tool_type === FORMATTER) return loadFormatter(db, run.project_id, revision);
  const tools = await loadTools(db, run, revision, call.tool_type);
  return tools.find(({ name, type }) => name === call.tool_name && type === call.tool_type);
}
