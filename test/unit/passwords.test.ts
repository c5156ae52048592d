import { describe, expect, it } from 'vitest';
import { checkPassword, hashPassword, setPasswordCost } from '../../src/identity/passwords.ts';

const PASSWORD = 'correct horse ﬁ battery';
describe('a password', () => {
  it('matches its own hash and no other, in any Unicode normalization', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await checkPassword(hash, 'correct horse fi battery')).toEqual({ matches: true });
    expect(await checkPassword(hash, 'correct horse battery')).toEqual({ matches: false });
    expect(await hashPassword(PASSWORD)).not.toBe(hash);
  });

  it('is hashed at the configured cost, and rehashed if its hash has another', async () => {
    const cheap = await hashPassword(PASSWORD, 10);
    expect(cheap).toMatch(/^\$scrypt\$ln=10,r=8,p=3\$/);
    expect(await checkPassword(cheap, PASSWORD)).toEqual({
      matches: true,
      newHash: expect.stringContaining('$ln=15,'),
    });
    setPasswordCost(10);
    try {
      expect(await checkPassword(cheap, PASSWORD)).toEqual({ matches: true });
      expect(await hashPassword(PASSWORD)).toMatch(/^\$scrypt\$ln=10,/);
    } finally {
      setPasswordCost(15);
    }
  });

  it('matches no missing hash, and a malformed hash is an error', async () => {
    expect(await checkPassword(undefined, PASSWORD)).toEqual({ matches: false });
    await expect(checkPassword('$2b$10$abc', PASSWORD)).rejects.toThrow('unknown format');
  });
});
