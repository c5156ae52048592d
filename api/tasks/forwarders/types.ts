import Type from 'typebox';
import { AnyObject } from '../../../src/platform/schemas.ts';
import { FORWARDER_KINDS } from '../../../src/tasks/forwarders/kinds/index.ts';
import { operation } from '../../operation.ts';
import { PROJECT, TAG } from './schemas.ts';

const ForwarderType = Type.Object(
  {
    type: Type.String({ description: 'Type name, as in `type` of a forwarder.' }),
    description: Type.String(),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON Schema of `config`.' }),
  },
  { title: 'TaskForwarderType' },
);

const list = operation(
  {
    id: 'task_forwarder_type.list',
    method: 'GET',
    path: `${PROJECT}/task_forwarder_type`,
    tag: TAG,
    summary: 'List forwarder types',
    auth: { permission: 'project:view' },
    response: { schemas: { 200: Type.Array(ForwarderType) } },
  },
  () =>
    FORWARDER_KINDS.map(({ name, description, config }) => ({
      type: name,
      description,
      config_schema: config as unknown as Record<string, unknown>,
    })),
);

export const FORWARDER_TYPE_OPERATIONS = [list];
