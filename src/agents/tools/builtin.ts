import Type from 'typebox';
import { errors, throwProblems } from '../../platform/errors.ts';
import { BUILTIN_TOOLS } from '../builtin/index.ts';
import { agentProblems } from '../problems.ts';
import type { ToolKind } from './kind.ts';

/** Built-in tools, attached by name. */
export const builtinTools: ToolKind<'builtin', 'builtin_tools', string> = {
  type: 'builtin',
  field: 'builtin_tools',
  input: Type.String({ maxLength: 64 }),
  record: Type.String(),
  maxItems: 20,
  initial: ['calculator', 'current_time'],
  async check(_db, _projectId, names) {
    const problem = agentProblems.unknown_builtin_tool({ known: Object.keys(BUILTIN_TOOLS) });
    throwProblems(
      names.flatMap((name, index) =>
        BUILTIN_TOOLS[name] === undefined ? errors.invalid(['builtin_tools', index], problem) : [],
      ),
    );
    return [...new Set(names)];
  },
  addProvided: (found, own) =>
    found.flatMap(({ target_type: type, dependency }) =>
      type === 'builtin' && dependency.type === 'tool' && !own.includes(dependency.name) ? dependency.name : [],
    ),
  async load(_db, _projectId, names) {
    return [...new Set(names)].flatMap((name) => {
      const tool = BUILTIN_TOOLS[name];
      if (!tool) return [];
      return {
        baseName: name,
        type: 'builtin' as const,
        description: tool.description,
        parameters: tool.parameters,
        targetId: null,
        sideEffects: (args) => tool.sideEffects(args),
        effectVaries: tool.effectVaries,
      };
    });
  },
};
