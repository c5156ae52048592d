import Type from 'typebox';
import { needsConfig } from '../../src/guardrails/check.ts';
import { GUARDRAIL_KINDS } from '../../src/guardrails/kinds/index.ts';
import { ACTIONS, DIRECTIONS } from '../../src/guardrails/kinds/kind.ts';
import { operation } from '../operation.ts';
import { AnyObject, OneOf } from '../schemas.ts';

const Guardrail = Type.Object(
  {
    id: Type.String({ description: 'its name' }),
    name: Type.String({ description: 'as `guardrail` of a revision names it' }),
    description: Type.String(),
    directions: Type.Array(OneOf(DIRECTIONS), { description: 'what it can look at' }),
    actions: Type.Array(OneOf(ACTIONS), { description: 'what a hit can do' }),
    default_action: OneOf(ACTIONS),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON schema of its `config`' }),
    needs_config: Type.Boolean({
      description: 'whether it works only with a `config`: tasks and agents switch it on, a whole project can not',
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
    summary: 'Guardrails that tasks, agents and the project can switch on',
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
      default_action: kind.usualAction,
      config_schema: kind.config as unknown as Record<string, unknown>,
      needs_config: needsConfig(kind),
    })),
);

export const GUARDRAIL_OPERATIONS = [list];
