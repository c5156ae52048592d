import Type from 'typebox';
import { AnyObject, StringEnum } from '../../../src/platform/schemas.ts';
import { requiresConfig } from '../../../src/tasks/guardrails/check.ts';
import { GUARDRAIL_KINDS } from '../../../src/tasks/guardrails/kinds/index.ts';
import { ACTIONS, DIRECTIONS } from '../../../src/tasks/guardrails/kinds/kind.ts';
import { operation } from '../../operation.ts';

const Guardrail = Type.Object(
  {
    id: Type.String({ description: 'Name of the guardrail.' }),
    name: Type.String({ description: 'Name, as in `guardrail` of a revision.' }),
    description: Type.String(),
    directions: Type.Array(StringEnum(DIRECTIONS), { description: 'Directions that the guardrail can check.' }),
    actions: Type.Array(StringEnum(ACTIONS), { description: 'Actions that the guardrail supports.' }),
    default_action: StringEnum(ACTIONS),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON Schema of `config`.' }),
    needs_config: Type.Boolean({
      description:
        'Whether the guardrail requires a `config`. Only tasks and agents can enable such a guardrail, not a project.',
    }),
  },
  { title: 'Guardrail' },
);

const list = operation(
  {
    id: 'guardrail.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/guardrail',
    tag: 'Guardrails',
    summary: 'List guardrails',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Type.Array(Guardrail) } },
  },
  () =>
    GUARDRAIL_KINDS.map((kind) => ({
      id: kind.name,
      name: kind.name,
      description: kind.description,
      directions: [...kind.directions],
      actions: [...kind.actions],
      default_action: kind.defaultAction,
      config_schema: kind.config as unknown as Record<string, unknown>,
      needs_config: requiresConfig(kind),
    })),
);

export const GUARDRAIL_OPERATIONS = [list];
