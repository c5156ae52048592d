import Type from 'typebox';
import { AnyObject } from '../../src/platform/schemas.ts';
import { PROCESSOR_KINDS } from '../../src/tasks/processors/index.ts';
import { operation } from '../operation.ts';

const InputProcessor = Type.Object(
  {
    name: Type.String({ description: 'Name, as in `input_processor` of a revision.' }),
    description: Type.String(),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON Schema of `config`.' }),
  },
  { title: 'InputProcessor' },
);

const list = operation(
  {
    id: 'input_processor.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/input_processor',
    tag: 'Tasks',
    summary: 'List input processors',
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
