import Type from 'typebox';
import { FORWARDER_KINDS } from '../../src/forwarders/kinds/index.ts';
import { operation } from '../operation.ts';
import { AnyObject } from '../schemas.ts';
import { PROJECT, TAG } from './schemas.ts';

const ForwarderType = Type.Object(
  {
    type: Type.String({ description: 'as `type` of a forwarder names it' }),
    description: Type.String(),
    config_schema: Type.Unsafe<Record<string, unknown>>({ ...AnyObject, description: 'JSON schema of its `config`' }),
  },
  { title: 'TaskForwarderType' },
);

const list = operation(
  {
    id: 'task_forwarder_type.list',
    method: 'GET',
    path: `${PROJECT}/task_forwarder_type`,
    tag: TAG,
    summary: 'Types of forwarders, with the settings of each',
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
