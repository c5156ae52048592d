import { describe, expect, test } from 'vitest';
import { fillPrompt, listPromptVariables, MissingVariableError } from '../../src/platform/prompt.ts';

describe('the variables of a prompt', () => {
  test.each([
    ['', []],
    ['no place at all', []],
    ['{a}{b}{a}', ['a', 'b']],
    ['Hello {first_name}, {_x1} {A}', ['first_name', '_x1', 'A']],
    ['{ a } { } {} {1a} {a-b} {a.b} {a b}', []],
    ['{"a": 1} {"b": {"c": [2]}}', []],
    ['{"a": "{b}", "c": {d}}', ['b', 'd']],
    ['{{a}} but {{{b}}}', ['b']],
    ['{{{{a}}}}', []],
    ['{a', []],
    ['a} {b}', ['b']],
    [`{${'a'.repeat(64)}}`, ['a'.repeat(64)]],
    [`{${'a'.repeat(65)}}`, []],
    ['{constructor} {__proto__}', ['constructor', '__proto__']],
    ['{größe} {a\n}', []],
  ])('in %j are %j', (template, variables) => {
    expect(listPromptVariables(template)).toEqual(variables);
  });

  test('of several templates are listed once, in order of first appearance', () => {
    expect(listPromptVariables('{b} {a}', '', '{c} {b}')).toEqual(['b', 'a', 'c']);
    expect(listPromptVariables()).toEqual([]);
  });
});

describe('a prompt', () => {
  test.each([
    ['{a} and {b}, {a}', 'one and two, one'],
    ['{{a}}', '{a}'],
    ['{{{a}}}', '{one}'],
    ['{{{{a}}}}', '{{a}}'],
    ['{"a": 1}', '{"a": 1}'],
    ['{"a": {"b": 1}}', '{"a": {"b": 1}}'],
    ['{"a": {"b": {"c": {a}}}}', '{"a": {"b": {"c": one}}}'],
    ['{{"a": {"b": 1}}}', '{"a": {"b": 1}}'],
    ['{{"a": {{"b": "{a}"}}}}', '{"a": {"b": "one"}}'],
    ['{"x": [{}, { }]}', '{"x": [{}, { }]}'],
    ['}} {{ } {', '} { } {'],
    ['function() { return {a}; }', 'function() { return one; }'],
    ['lines\nstay\n{a}', 'lines\nstay\none'],
  ])('like %j is rendered to %j', (template, text) => {
    expect(fillPrompt(template, { a: 'one', b: 'two' })).toBe(text);
  });

  test('inserts values literally and never parses them as templates', () => {
    const values = { a: '{b} $& $1 {{x}} \\', b: 'never' };
    expect(fillPrompt('<{a}>', values)).toBe('<{b} $& $1 {{x}} \\>');
  });

  test('renders values other than strings as JSON', () => {
    const values = { n: 1.5, t: true, z: null, o: { k: [1, 'x'] }, l: [1, 2], e: '' };
    expect(fillPrompt('{n} {t} {z} {o} {l} "{e}"', values)).toBe('1.5 true null {"k":[1,"x"]} [1,2] ""');
  });

  test.each([{}, { name: undefined }, { other: 1 }])(
    'with %j as its only template names the missing variable',
    (values) => {
      const fill = () => fillPrompt('Hello {name}', values);
      expect(fill).toThrow(MissingVariableError);
      expect(fill).toThrow(/variable name /);
      expect(() => fillPrompt('{constructor}', values)).toThrow(/constructor/);
    },
  );

  test('ignores a variable in an escaped expression', () => {
    expect(fillPrompt('{{name}}', {})).toBe('{name}');
  });

  test('of nothing but braces is rendered in linear time', () => {
    const many = '{'.repeat(100_000);
    expect(fillPrompt(many, {})).toBe('{'.repeat(50_000));
    expect(listPromptVariables('}'.repeat(100_001))).toEqual([]);
  });
});
