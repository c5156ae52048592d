import { getTracing } from './tracing.ts';

/** A tool call as its span shows it. */
interface TracedCall {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly args: unknown;
}

/** Executes a tool call in a span of OpenTelemetry's GenAI conventions, if traces are on. */
export function traceToolCall<T extends { readonly state: string }>(
  { id, name, type, args }: TracedCall,
  execute: () => Promise<T>,
): Promise<T> {
  const tracing = getTracing();
  if (!tracing) return execute();
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': id,
    'holdfast.tool.type': type,
    ...(tracing.recordsContent && { 'gen_ai.tool.call.arguments': JSON.stringify(args ?? null) }),
  };
  return tracing.span(`execute_tool ${name}`, { attributes }, async (span) => {
    const result = await execute();
    span.setAttribute('holdfast.tool.outcome', toOutcome(result));
    if (result.state === 'failed') span.setAttribute('error.type', toReason(result)).setStatus({ code: 2 });
    if (tracing.recordsContent && 'result' in result)
      span.setAttribute('gen_ai.tool.call.result', JSON.stringify(result.result ?? null));
    return result;
  });
}

function toOutcome(result: { readonly state: string }): string {
  return 'outcome' in result && typeof result.outcome === 'string' ? result.outcome : result.state;
}

function toReason(result: object): string {
  const error = 'error' in result ? (result.error as { readonly reason?: string }) : {};
  return error.reason ?? 'error';
}
