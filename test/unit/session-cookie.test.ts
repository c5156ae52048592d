import { describe, expect, it } from 'vitest';
import { SessionCookie } from '../../src/identity/sessions.ts';

const cookieOf = (publicUrl: string, secret = 'a secret') => new SessionCookie({ publicUrl, sessionDays: 2 }, secret);
/** What a browser sends back of a Set-Cookie header. */
const sent = (header: string) => header.split(';')[0] ?? '';

describe('the cookie of a session', () => {
  it('is for our pages alone, over HTTPS where there is one, and lasts as long as it is to be remembered', () => {
    const plain = cookieOf('http://localhost:8080');
    expect(plain.set('token', true)).toMatch(
      /^holdfast\.session_token=token\.[\w%]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=172800$/,
    );
    expect(plain.set('token', false)).toMatch(/; SameSite=Lax$/);
    expect(plain.clear()).toBe('holdfast.session_token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    const secure = cookieOf('https://holdfast.example.com');
    expect(secure.set('token', false)).toMatch(
      /^__Secure-holdfast\.session_token=token\.[\w%]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('tells the token where the signature is ours, among whatever cookies there are', () => {
    const cookie = cookieOf('http://localhost');
    // Signatures have all characters of base64 sooner or later.
    for (let n = 0; n < 200; n++) {
      const pair = sent(cookie.set(`token-${n}`, true));
      expect(cookie.readToken(`other=1; ${pair};x=y`)).toBe(`token-${n}`);
      expect(cookie.readToken(decodeURIComponent(pair))).toBe(`token-${n}`);
      expect(cookieOf('http://localhost', 'another').readToken(pair)).toBeUndefined();
      expect(cookie.readToken(pair.replace(`token-${n}`, 'token-x'))).toBeUndefined();
    }
    for (const header of [undefined, '', 'holdfast.session_token', 'holdfast.session_token=', sent(cookie.clear())])
      expect(cookie.readToken(header), header).toBeUndefined();
  });
});
