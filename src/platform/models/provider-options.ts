import { isStrict } from './json-output.ts';
import { getProvider } from './providers/index.ts';
import type { CallOptions, ModelRequest } from './request.ts';

/** Returns the provider-specific options under the names of the adapter. */
export function toProviderOptions(
  { model, settings: requested, output, tools }: ModelRequest,
  call: { readonly isObserved: boolean },
): CallOptions['providerOptions'] {
  const provider = getProvider(model.provider);
  const strict = output && { strictJsonSchema: isStrict(output.schema) };
  // Providers reject options of tool calls without tools.
  const settings = tools && tools.length > 0 ? requested : { ...requested, parallel_tool_calls: undefined };
  const options = { ...strict, ...provider.toOptions(settings, call) };
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return present.length === 0
    ? undefined
    : { [provider.optionsNamespace ?? provider.name]: Object.fromEntries(present) };
}
