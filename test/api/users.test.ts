import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getPublicUrl } from '../support/identity.ts';

/** A picture of one red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const keyWith = async (scopes: string[]) => {
  const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut down', scopes });
  return new Client(world.stack.baseUrl, made.body.value);
};

describe('the own user profile', () => {
  it('is read completely', async () => {
    const who = await createPerson(world);
    await who.signIn();
    expect(JSON.parse((await who.browser.get('/api/v1/user')).text)).toEqual({
      id: who.id,
      name: 'Ada',
      email: who.email,
      email_verified: true,
      avatar_url: null,
      job_role: null,
      bio: null,
      subscribed_to_newsletter: false,
      muted_mails: [],
      inbox_views: [],
      language: null,
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
  });

  it('changes given fields and keeps the rest, including address and permissions', async () => {
    const change = {
      bio: 'Keeps things running.',
      job_role: 'Operations',
      name: 'Owner',
      subscribed_to_newsletter: false,
    };
    const before = (await tenant.owner.get('/user')).body;
    const changed = await tenant.owner.post('/user', { ...before, ...change, system_role: null, id: 'x' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...change, id: tenant.userId, email: before.email });
    const moved = await tenant.owner.post('/user', { email: 'other@example.com', bio: 'Gone.' });
    expect([moved.status, moved.body.detail]).toMatchObject([422, [{ loc: ['body', 'email'] }]]);
    expect((await tenant.owner.get('/user')).body).toEqual(changed.body);
    expect((await tenant.owner.post('/user', { bio: null })).body).toMatchObject({ bio: null, job_role: 'Operations' });
    expect((await tenant.owner.get('/whoami')).body.system_role).toBe('platform_administrator');
    expect((await tenant.owner.post('/user', {})).body.job_role).toBe('Operations');
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name that is a number', { name: 5 }, 'name'],
    ['a name of two lines, which would be a second paragraph of an invite', { name: 'Ada\nSign in again' }, 'name'],
    ['a name that turns the direction of text', { name: 'Ada \u202etxt.exe' }, 'name'],
    ['a bio that is too long', { bio: 'x'.repeat(5001) }, 'bio'],
    ['a newsletter that nobody sends', { subscribed_to_newsletter: true }, 'subscribed_to_newsletter'],
    ['a word where yes or no belongs', { subscribed_to_newsletter: 'yes' }, 'subscribed_to_newsletter'],
  ])('with %s returns a 422 that names the field', async (_what, body, name) => {
    const response = await tenant.owner.post('/user', body);
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc).toEqual(['body', name]);
  });

  it('is readable by a restricted credential within its scopes', async () => {
    const { email } = (await tenant.owner.get('/user')).body;
    const [none, profile, both] = [
      await keyWith(['task:view', 'email']),
      await keyWith(['profile']),
      await keyWith(['profile', 'email']),
    ];
    const refused = await none.get('/user');
    expect(refused.status).toBe(403);
    expect(refused.body.detail.permissionCheckFailedError).toEqual({
      subject: { type: 'user', id: tenant.userId },
      resource: { type: 'user', id: tenant.userId },
      permission: 'view',
      missing_scopes: ['profile'],
    });
    const shown = await profile.get('/user');
    expect(shown).toMatchObject({ status: 200, body: { id: tenant.userId } });
    expect(shown.text).not.toContain('@');
    expect((await both.get('/user')).body).toMatchObject({ email, email_verified: true });
    expect((await profile.get('/whoami')).text).not.toContain('@');
    expect((await both.get('/whoami')).body.email).toBe(email);
  });

  it('cannot be changed by a restricted credential', async () => {
    const cut = await keyWith(['task:view', 'profile', 'email']);
    for (const path of ['/user', '/user/avatar', '/identity/sign-out-everywhere']) {
      const refused = await cut.post(path, { bio: 'taken over' });
      expect(refused.status, path).toBe(403);
      expect(refused.body.detail.permissionCheckFailedError).toEqual({
        subject: { type: 'user', id: tenant.userId },
        resource: { type: 'user', id: tenant.userId },
        permission: 'edit',
      });
    }
  });

  it('has a picture with a new address after each change', async () => {
    const send = (content: Buffer, type = 'image/png') => {
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(content)], { type }), 'me.png');
      return tenant.owner.post('/user/avatar', form);
    };
    const first = await send(Buffer.from(PIXEL, 'base64'));
    expect(first.status, first.text).toBe(200);
    const address = first.body.avatar_url.replace(getPublicUrl(world.stack), world.stack.baseUrl);
    const picture = await fetch(address);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await tenant.owner.get('/user')).body.avatar_url).toBe(first.body.avatar_url);
    const second = await send(Buffer.from(PIXEL, 'base64'));
    expect(second.body.avatar_url).not.toBe(first.body.avatar_url);
    expect((await fetch(address)).status).toBe(404);
    expect((await send(Buffer.from('not an image'))).status).toBe(400);
    expect((await tenant.owner.post('/user/avatar', {})).status).toBe(422);
  });
});
