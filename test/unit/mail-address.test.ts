import { describe, expect, it } from 'vitest';
import { isEmailAddress } from '../../src/platform/mail/address.ts';

describe('an e-mail address', () => {
  it.each([
    'a@b.example',
    'first.last+tag@mail.example.co.uk',
    "o'neill@example.com",
    'UPPER_case-1@EXAMPLE.ORG',
    `${'x'.repeat(64)}@example.com`,
    `a@${'x'.repeat(63)}.example`,
  ])('can be %s', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
    'a@localhost',
    'a@@example.com',
    'u|@hc7.h2uj.org',
    '"a b"@example.com',
    'a b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    "a'@example.com",
    'a@-b.example',
    'a@b-.example',
    'a@b..example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@example.com\n',
    'ä@example.com',
    `${'x'.repeat(65)}@example.com`,
    `a@${'x'.repeat(64)}.example`,
    `a@${'x.'.repeat(130)}example`,
  ])('cannot be %s', (text) => expect(isEmailAddress(text)).toBe(false));
});
