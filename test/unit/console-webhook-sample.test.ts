import { expect, it } from 'vitest';
import { createSampleBody } from '../../console/src/features/triggers/sample-body.ts';
import { parsePath, resolvePath } from '../../src/triggers/webhooks/paths.ts';

const WEBHOOK = {
  target_type: 'task',
  payload_mapping: null,
  include_raw_payload: false,
  idempotency_key_path: null,
} as const;
const VALUES = { variables: ['topic', 'sub-topic'], key: 'k1', toValue: (name: string) => `Value of ${name}` };

it('contains the variables of a task without a mapping', () => {
  const expected = { topic: 'Value of topic', 'sub-topic': 'Value of sub-topic' };
  expect(createSampleBody(WEBHOOK, VALUES)).toEqual(expected);
  const raw = { ...VALUES, variables: ['topic', 'raw_payload'] };
  expect(createSampleBody({ ...WEBHOOK, include_raw_payload: true }, raw)).toEqual({ topic: 'Value of topic' });
});

it('contains the message of an agent without a mapping', () => {
  const webhook = { ...WEBHOOK, target_type: 'task_agent' } as const;
  expect(createSampleBody(webhook, { ...VALUES, variables: [] })).toEqual({ message: 'Value of message' });
});

it('contains a value at each path of the mapping and of the idempotency key', async () => {
  const payload_mapping = {
    whole: '$.order',
    title: '$.order.title',
    note: `$.order['some note']`,
    second: '$.lines[1].text',
    all: '$.lines[*].text',
    source: 'header:X-Source',
  };
  const body = createSampleBody({ ...WEBHOOK, payload_mapping, idempotency_key_path: '$.meta.id' }, VALUES);
  const read = async (text: string) =>
    resolvePath(await parsePath(text, ['payload_mapping'], { wildcards: true }), { headers: {} }, body)?.value;
  expect(await read('$.order')).toEqual({ title: 'Value of title', 'some note': 'Value of note' });
  expect(await read('$.lines[1].text')).toBe('Value of second');
  expect(await read('$.lines[*].text')).toEqual(['Value of all', 'Value of second']);
  expect(await read('$.meta.id')).toBe('k1');
  expect(JSON.stringify(body)).not.toContain('Value of source');
});
