import { calculator } from './calculator.ts';
import { currentTime } from './current-time.ts';
import { httpRequest } from './http-request.ts';
import type { BuiltinTool } from './tool.ts';

export { type BuiltinContext, type BuiltinTool, ToolFailure } from './tool.ts';

/** Built-in tools by name. Without a prototype, so that only their names match. */
export const BUILTIN_TOOLS: Readonly<Record<string, BuiltinTool>> = Object.assign(
  Object.create(null),
  Object.fromEntries([calculator, currentTime, httpRequest].map((tool) => [tool.name, tool])),
);
