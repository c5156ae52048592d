import { schemaInstruction } from './json-output.ts';
import { toPrompt } from './prompt.ts';
import { providerOptions } from './provider-options.ts';
import type { CallOptions, ModelRequest } from './request.ts';

/** A request in the form that adapters take; `withSchemas` false spells the answer's schema out in the prompt. */
export function callOptions(request: ModelRequest, withSchemas: boolean, signal: AbortSignal): CallOptions {
  const { settings, tools, output } = request;
  const spelledOut = output && !withSchemas ? schemaInstruction(request.system, output.schema) : request.system;
  return {
    prompt: toPrompt(spelledOut, request.messages),
    temperature: settings.temperature,
    maxOutputTokens: settings.max_tokens,
    topP: settings.top_p,
    topK: settings.top_k,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    stopSequences: settings.stop && [...settings.stop],
    seed: settings.seed,
    reasoning: settings.reasoning_effort,
    ...(tools && tools.length > 0 && { tools: tools.map(toFunction), toolChoice: toChoice(request.toolChoice) }),
    ...(output && {
      responseFormat: { type: 'json', ...(withSchemas && { name: output.name, schema: output.schema }) },
    }),
    providerOptions: providerOptions(request),
    abortSignal: signal,
  };
}

function toFunction(tool: NonNullable<ModelRequest['tools']>[number]) {
  return { type: 'function' as const, name: tool.name, description: tool.description, inputSchema: tool.parameters };
}

function toChoice(choice: ModelRequest['toolChoice']): CallOptions['toolChoice'] {
  if (choice === undefined) return undefined;
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool };
}
