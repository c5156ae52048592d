import { expect, it } from 'vitest';
import { addQueryParams, toLocalRedirect } from '../../src/connections/auth-sessions.ts';
import { ValidationError } from '../../src/platform/errors.ts';

const AT = 'https://holdfast.example/app';

it.each([
  ['/connections?tab=mcp#top', 'https://holdfast.example/connections?tab=mcp#top'],
  ['https://holdfast.example/app', 'https://holdfast.example/app'],
  ['https://holdfast.example/app/project/1', 'https://holdfast.example/app/project/1'],
])('a browser can be redirected to %s', (given, address) => {
  expect(toLocalRedirect(AT, given)).toBe(address);
});

it.each([
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  '/\t/evil.example',
  ' https://evil.example',
  'https://evil.example/app',
  'https://holdfast.example.evil.example/app',
  'https://holdfast.example@evil.example/app',
  'https://user:pass@holdfast.example/app',
  'https://holdfast.example/other',
  'https://holdfast.example/app/../other',
  'https://holdfast.example/application',
  'http://holdfast.example/app',
  'https://holdfast.example:444/app',
  'javascript:alert(1)',
  'data:text/html,x',
  'relative',
  '',
])('a browser cannot be redirected to %j', (given) => {
  expect(() => toLocalRedirect(AT, given)).toThrow(ValidationError);
});

it('an error is added to the query of the redirect address', () => {
  expect(
    addQueryParams('https://holdfast.example/x?tab=1#top', { error: 'access_denied', error_description: 'no & never' }),
  ).toBe('https://holdfast.example/x?tab=1&error=access_denied&error_description=no+%26+never#top');
});
