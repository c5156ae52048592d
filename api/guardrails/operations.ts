import Type from 'typebox';
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
    access: 'project:view',
    answers: { 200: Type.Array(Guardrail) },
  },
  () =>
    GUARDRAIL_KINDS.map(({ name, description, directions, actions, usualAction, config }) => ({
      id: name,
      name,
      description,
      directions: [...directions],
      actions: [...actions],
      default_action: usualAction,
      config_schema: config as unknown as Record<string, unknown>,
    })),
);

export const GUARDRAIL_OPERATIONS = [list];
