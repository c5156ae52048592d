import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import type { McpResult } from '../../../src/connections/mcp-servers/client/types.ts';
import type { CallFile } from '../../agents/calls/run-file.ts';
import { storeRunFile } from '../../agents/calls/run-file.ts';
import type { ActivityContext } from '../../context.ts';

/**
 * A result as the model is told it: its text where that is all, else what there is. Files become files of the run; what went
 * wrong with one is told, since the call has happened.
 */
export async function shownResult(ctx: ActivityContext, loaded: CallInRun, result: McpResult): Promise<unknown> {
  const { text, omittedCharacters, structured, links } = result;
  const notes = [...result.notes];
  if (omittedCharacters > 0) notes.push(`${omittedCharacters} more characters of the text were left out.`);
  const files = await kept(ctx, loaded, result, notes);
  const rest = {
    ...(structured !== undefined && { structured_content: structured }),
    ...(files.length > 0 && { files }),
    ...(links.length > 0 && { links }),
    ...(notes.length > 0 && { notes }),
  };
  if (Object.keys(rest).length === 0) return text;
  return text === '' ? rest : { text, ...rest };
}

async function kept(ctx: ActivityContext, loaded: CallInRun, result: McpResult, notes: string[]) {
  const files: (CallFile & { readonly uri?: string })[] = [];
  for (const [index, { mediaType, bytes, uri }] of result.files.entries()) {
    try {
      const file = await storeRunFile(ctx, loaded, bytes, mediaType, index + 1);
      files.push(uri === undefined ? file : { ...file, uri });
    } catch (error) {
      ctx.log.warn({ err: error, tool_call_id: loaded.call.id }, "could not keep a file of a tool's answer");
      notes.push('A file of the answer could not be kept.');
    }
  }
  return files;
}
