import Type from 'typebox';
import { PROCESSOR_KINDS } from '../../src/tasks/processors/index.ts';
import { operation } from '../operation.ts';
import { AnyObject } from '../schemas.ts';

const InputProcessor = Type.Object(
  {
    name: Type.String({ description: 'as `input_processor` of a revision names it' }),
    description: Type.String(),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON schema of its `config`' }),
  },
  { title: 'InputProcessor' },
);

const list = operation(
  {
    id: 'input_processor.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/input_processor',
    tag: 'Tasks',
    summary: 'Input processors that can be set on the variables of a task',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Type.Array(InputProcessor) } },
  },
  () =>
    PROCESSOR_KINDS.map(({ name, description, config }) => ({
      name,
      description,
      config_schema: config as unknown as Record<string, unknown>,
    })),
);

export const INPUT_PROCESSOR_OPERATIONS = [list];
