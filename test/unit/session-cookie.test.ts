import { describe, expect, it } from 'vitest';
import { SessionCookie } from '../../src/identity/sessions.ts';

const createCookie = (publicUrl: string, secret = 'a secret') =>
  new SessionCookie({ publicUrl, sessionDays: 2 }, secret);
/** Returns the Cookie header for a Set-Cookie header. */
const sent = (header: string) => header.split(';')[0] ?? '';

describe('the session cookie', () => {
  it('is limited to the product’s pages, requires HTTPS if there is one, and lasts as long as requested', () => {
    const plain = createCookie('http://localhost:8080');
    expect(plain.set('token', true)).toMatch(
      /^holdfast\.session_token=token\.[\w%]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=172800$/,
    );
    expect(plain.set('token', false)).toMatch(/; SameSite=Lax$/);
    expect(plain.clear()).toBe('holdfast.session_token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    const secure = createCookie('https://holdfast.example.com');
    expect(secure.set('token', false)).toMatch(
      /^__Secure-holdfast\.session_token=token\.[\w%]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('has its token read if the signature is valid, among any other cookies', () => {
    const cookie = createCookie('http://localhost');
    // Enough signatures for all base64 characters.
    for (let n = 0; n < 200; n++) {
      const pair = sent(cookie.set(`token-${n}`, true));
      expect(cookie.readToken(`other=1; ${pair};x=y`)).toBe(`token-${n}`);
      expect(cookie.readToken(decodeURIComponent(pair))).toBe(`token-${n}`);
      expect(createCookie('http://localhost', 'another').readToken(pair)).toBeUndefined();
      expect(cookie.readToken(pair.replace(`token-${n}`, 'token-x'))).toBeUndefined();
    }
    for (const header of [undefined, '', 'holdfast.session_token', 'holdfast.session_token=', sent(cookie.clear())])
      expect(cookie.readToken(header), header).toBeUndefined();
  });
});
