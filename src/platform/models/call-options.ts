import { addSchemaInstruction, isStrict } from './json-output.ts';
import { toPrompt } from './prompt.ts';
import { toProviderOptions } from './provider-options.ts';
import type { ProviderName } from './providers/index.ts';
import type { CallOptions, ModelRequest } from './request.ts';
import { toProviderSchema } from './tool-schema.ts';

/**
 * Converts a request to call options of the adapters. The response schema goes into the prompt if `withSchemas` is
 * false. It also does if it has objects with arbitrary properties: providers cannot enforce those, and some models
 * ignore them.
 */
export function toCallOptions(
  request: ModelRequest,
  { withSchemas, isObserved }: { readonly withSchemas: boolean; readonly isObserved: boolean },
  signal: AbortSignal,
): CallOptions {
  const { settings, tools, output } = request;
  const system =
    output && !(withSchemas && isStrict(output.schema))
      ? addSchemaInstruction(request.system, output.schema)
      : request.system;
  return {
    prompt: toPrompt(system, request.messages, request.model),
    temperature: settings.temperature,
    maxOutputTokens: settings.max_tokens,
    topP: settings.top_p,
    topK: settings.top_k,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    stopSequences: settings.stop && [...settings.stop],
    seed: settings.seed,
    reasoning: settings.reasoning_effort,
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map((tool) => toFunction(tool, request.model.provider)),
        toolChoice: toChoice(request.toolChoice),
      }),
    ...(output && {
      responseFormat: { type: 'json', ...(withSchemas && { name: output.name, schema: output.schema }) },
    }),
    providerOptions: toProviderOptions(request, { isObserved }),
    abortSignal: signal,
  };
}

function toFunction(
  { name, description, parameters }: NonNullable<ModelRequest['tools']>[number],
  provider: ProviderName,
) {
  return { type: 'function' as const, name, description, inputSchema: toProviderSchema(parameters, provider) };
}

function toChoice(choice: ModelRequest['toolChoice']): CallOptions['toolChoice'] {
  if (choice === undefined) return undefined;
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool };
}
