import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import type { McpResult } from '../../../src/connections/mcp-servers/client/types.ts';
import { type CallFile, storeRunFile } from '../../agents/calls/run-file.ts';
import type { ActivityContext } from '../../context.ts';

/**
 * Converts a result for the model: only its text, or an object if there is more. Stores files with the run. A file that
 * fails becomes a note, because the call has happened.
 */
export async function toToolResult(ctx: ActivityContext, loaded: CallInRun, result: McpResult): Promise<unknown> {
  const { text, omittedCharacters, structured, links } = result;
  const notes = [...result.notes];
  if (omittedCharacters > 0) notes.push(`${omittedCharacters} more characters of the text were left out.`);
  const files = await storeFiles(ctx, loaded, result, notes);
  const rest = {
    ...(structured !== undefined && { structured_content: structured }),
    ...(files.length > 0 && { files }),
    ...(links.length > 0 && { links }),
    ...(notes.length > 0 && { notes }),
  };
  if (Object.keys(rest).length === 0) return text;
  return text === '' ? rest : { text, ...rest };
}

async function storeFiles(ctx: ActivityContext, loaded: CallInRun, result: McpResult, notes: string[]) {
  const files: (CallFile & { readonly uri?: string })[] = [];
  for (const [index, { mediaType, bytes, uri }] of result.files.entries()) {
    try {
      const file = await storeRunFile(ctx, loaded, bytes, mediaType, index + 1);
      files.push(uri === undefined ? file : { ...file, uri });
    } catch (error) {
      ctx.log.warn({ err: error, tool_call_id: loaded.call.id }, 'failed to store a file of a tool result');
      notes.push('A file of the response could not be stored.');
    }
  }
  return files;
}
