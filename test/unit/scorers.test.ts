import { describe, expect, it } from 'vitest';
import { findExceeded, toBound } from '../../src/evals/scorers/bounds.ts';
import { findTextMismatches } from '../../src/evals/scorers/contains.ts';
import { compareFields, jsonFields, parsePath } from '../../src/evals/scorers/json-fields.ts';
import { matchesPattern, regex } from '../../src/evals/scorers/regex.ts';
import { cosineSimilarity } from '../../src/evals/scorers/similarity.ts';
import { compareCalls, toRequiredCalls, trajectory } from '../../src/evals/scorers/trajectory.ts';
import type { RecordedCall } from '../../src/evals/target.ts';
import type { Message } from '../../src/platform/messages.ts';

const NOWHERE = undefined as never;

const getTexts = (reasons: readonly Message[]) => reasons.map(({ msg }) => msg);

describe('texts in an output', () => {
  it('are matched without regard to case, unless configured, and in any Unicode normalization', () => {
    expect(findTextMismatches('Pay the INVOICE at the café', { all_of: ['invoice', 'cafe\u0301'] })).toEqual([]);
    expect(getTexts(findTextMismatches('Pay the INVOICE', { all_of: ['invoice'], ignore_case: false }))).toEqual([
      'the output does not contain "invoice"',
    ]);
    expect(findTextMismatches('red', { any_of: ['green', 'red'] })).toEqual([]);
    expect(getTexts(findTextMismatches('blue', { any_of: ['green', 'red'], none_of: ['BLUE'] }))).toEqual([
      'the output contains none of these texts: "green", "red"',
      'the output contains "BLUE"',
    ]);
  });
});

describe('a regular expression over an output', () => {
  it('matches with or without regard to case', () => {
    expect(matchesPattern({ pattern: '^Order [A-Z]-\\d{4}$' }, 'Order A-1187')).toBe(true);
    expect(matchesPattern({ pattern: 'ORDER|x' }, 'order a')).toBe(false);
    expect(matchesPattern({ pattern: 'ORDER|x', ignore_case: true }, 'order a')).toBe(true);
  });

  it('that times out has no verdict, and an invalid one is rejected', () => {
    expect(matchesPattern({ pattern: '^(a+)+$' }, `${'a'.repeat(40)}b`)).toBeUndefined();
    expect(regex.check?.({ pattern: 'a)(b', ignore_case: true }, NOWHERE)).toMatchObject({ at: ['pattern'] });
    expect(regex.check?.({ pattern: 'a(b)' }, NOWHERE)).toBeUndefined();
  });
});

describe('fields of a JSON output', () => {
  it('are named by paths without wildcards', () => {
    expect(parsePath('total')).toEqual(['total']);
    expect(parsePath('$.lines[0].price')).toEqual(['lines', 0, 'price']);
    expect(parsePath('$["odd \\"key\\""][2]')).toEqual(['odd "key"', 2]);
    for (const path of ['', '$', '..total', '$..total', 'a..b', 'lines[*]', 'a.', '[?(@.x)]', 'a b', '[-1]', '["x]'])
      expect(parsePath(path), path).toBeUndefined();
    expect(jsonFields.check?.({ fields: [{ path: 'a' }, { path: 'a..b' }] }, NOWHERE)).toMatchObject({
      at: ['fields', 1, 'path'],
    });
  });

  it('match expected or given values, numbers within a tolerance, and only listed fields count', () => {
    const output = { total: 10.31, lines: [{ price: 5 }], name: 'ACME' };
    const expected = { total: 10.3, lines: [{ price: 5 }], name: 'Acme' };
    const held = (...rules: object[]) => compareFields(rules as never, output, expected);
    expect(held({ path: 'total', tolerance: 0.01 }, { path: 'lines' })).toEqual({ held: 2, mismatches: [] });
    expect(held({ path: 'total', tolerance: 0.009 })).toEqual({
      held: 1,
      mismatches: [expect.objectContaining({ msg: 'total is 10.31, not 10.3' })],
    });
    expect(getTexts(held({ path: 'name' }).mismatches)).toEqual(['name is "ACME", not "Acme"']);
    expect(held({ path: 'name', ignore_case: true }).mismatches).toEqual([]);
    expect(getTexts(held({ path: 'lines[0].price', value: 6 }).mismatches)).toEqual(['lines[0].price is 5, not 6']);
    expect(held({ path: 'nowhere' })).toEqual({ held: 0, mismatches: [] });
    expect(getTexts(held({ path: 'lines[1].price', value: null }).mismatches)).toEqual([
      'lines[1].price is missing, not null',
    ]);
    expect(getTexts(held({ path: 'constructor', value: 1 }).mismatches)).toEqual(['constructor is missing, not 1']);
  });

  it('compare integers beyond 2^53 exactly, also with a tolerance', () => {
    const held = (output: string, tolerance?: number) =>
      compareFields(
        [{ path: 'id', ...(tolerance !== undefined && { tolerance }) }],
        output,
        '{"id":8202522731445525542}',
      ).mismatches.length === 0;
    expect([held('{"id":8202522731445525542}'), held('{"id":8202522731445525543}')]).toEqual([true, false]);
    expect([held('{"id":8202522731445525543}', 1), held('{"id":8202522731445525544}', 1)]).toEqual([true, false]);
    expect([held('{"id":5}', 1), held('{"id":"8202522731445525542"}', 1)]).toEqual([false, false]);
  });

  it('are found in JSON that is encoded as a string', () => {
    expect(compareFields([{ path: 'a' }], '{"a": 1}', { a: 1 })).toEqual({ held: 1, mismatches: [] });
    expect(getTexts(compareFields([{ path: 'a', value: 1 }], 'no JSON', undefined).mismatches)).toEqual([
      'a is missing, not 1',
    ]);
  });
});

describe('limits', () => {
  it('are exact decimals, absolute and relative to the past run', () => {
    expect(findExceeded(toBound({ max_credits: '0.3' }, 'max_credits'), '0.30', null)).toEqual([]);
    expect(findExceeded(toBound({ max_credits: 0.3 }, 'max_credits'), '0.3000000001', null)).toHaveLength(1);
    expect(findExceeded(toBound({ times_reference: 1.5 }, 'max_ms'), '150', '100')).toEqual([]);
    expect(getTexts(findExceeded(toBound({ times_reference: 1.5 }, 'max_ms'), '151', '100') ?? [])).toEqual([
      '151 is more than 1.5 times the 100 of the past run',
    ]);
  });

  it('have no verdict if the measurement or that of the past run is unknown', () => {
    expect(findExceeded({ max: '5' }, null, null)).toBeUndefined();
    expect(findExceeded({ times: 2 }, '5', null)).toBeUndefined();
  });
});

describe('vectors', () => {
  it('are compared by their cosine, which rounding does not raise above one', () => {
    expect(cosineSimilarity([1, 0], [0, 1])).toBe(0);
    expect(cosineSimilarity([1.0000001, 0], [1.0000001, 0])).toBe(1);
  });
});

describe('the calls of an agent', () => {
  const call = (tool_name: string, rest: Partial<RecordedCall> = {}): RecordedCall => ({
    tool_name,
    tool_type: 'builtin',
    arguments: {},
    edited_arguments: null,
    side_effects: false,
    asks_approval: false,
    approval_status: null,
    outcome: 'success',
    result: null,
    turn: 1,
    ...rest,
  });
  const made = [call('find'), call('read', { arguments: { page: 2, of: 'x' } }), call('send', { asks_approval: true })];
  const wanted = (...names: string[]) => names.map((tool_name) => ({ tool_name }));

  it('must match in order, exactly or among others, or in any order', () => {
    expect(compareCalls(wanted('find', 'send'), made)).toEqual({ matched: 2, mismatches: [] });
    expect(compareCalls(wanted('send', 'find'), made).matched).toBe(1);
    expect(compareCalls(wanted('send', 'find'), made, 'any_order').mismatches).toEqual([]);
    expect(getTexts(compareCalls(wanted('find', 'send'), made, 'exact').mismatches)).toEqual([
      'read was called once too often',
    ]);
    expect(compareCalls(wanted('find', 'find'), made, 'any_order')).toEqual({
      matched: 1,
      mismatches: [expect.objectContaining({ msg: 'find was not called as expected' })],
    });
    expect(compareCalls([], [], 'exact')).toEqual({ matched: 0, mismatches: [] });
  });

  it('are distinguished by arguments and by whether approval is required', () => {
    const page = (value: number) => [{ tool_name: 'read', arguments: { page: value } }];
    expect(compareCalls(page(2), made).mismatches).toEqual([]);
    expect(compareCalls(page(3), made).mismatches).toHaveLength(1);
    expect(compareCalls([{ tool_name: 'send', asks_approval: true }], made).mismatches).toEqual([]);
    expect(compareCalls([{ tool_name: 'send', asks_approval: false }], made).mismatches).toHaveLength(1);
    const edited = [call('read', { arguments: { page: 1 }, edited_arguments: { page: 2 } })];
    expect(compareCalls(page(2), edited).mismatches).toEqual([]);
  });

  it('match as many expectations as possible if one call satisfies several', () => {
    const strict = { tool_name: 'read', arguments: { page: 1 } };
    const pages = [call('read', { arguments: { page: 1 } }), call('read', { arguments: { page: 2 } })];
    expect(compareCalls([{ tool_name: 'read' }, strict], pages, 'any_order').mismatches).toEqual([]);
  });

  it('of a past run are expected by name, and optionally in detail', () => {
    expect(toRequiredCalls(made, {})).toEqual(wanted('find', 'read', 'send'));
    const whole = toRequiredCalls(made, { same_arguments: true, same_approvals: true });
    expect(compareCalls(whole, made, 'exact').mismatches).toEqual([]);
    const other = [made[0], call('read', { arguments: { page: 2 } }), made[2]] as RecordedCall[];
    expect(compareCalls(whole, other).mismatches).toHaveLength(1);
    expect(trajectory.check?.({ calls: [], same_arguments: true }, NOWHERE)).toMatchObject({ at: ['same_arguments'] });
  });
});
