import { randomUUID } from 'node:crypto';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { domainWorkflow } from '../../../src/organizations/contract.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let dns: DnsServer;
let temporal: TemporalClient;

beforeAll(async () => {
  dns = await startDnsServer();
  stack = await Stack.create(inject('servers'), 'domains', {
    ...WITHOUT_INGESTION,
    DNS_SERVERS: dns.address,
    RECONCILE_SECONDS: '1',
  });
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  const connection = await Connection.connect({ address: stack.info.temporalAddress });
  temporal = new TemporalClient({ connection, namespace: stack.info.namespace });
});
afterAll(async () => {
  await stack.stop();
  await temporal.connection.close();
  await dns.close();
  await world.close();
});

const fresh = () => `${randomUUID()}.example`;
const pathOf = (own: Tenant, below = '') => `/org/${own.orgId}/domains${below}`;
const add = (own: Tenant, domain: string) => own.owner.post(pathOf(own), { domain });
const workflowOf = (id: string) => temporal.workflow.getHandle(domainWorkflow(id).id);

async function added(own: Tenant = tenant, domain = fresh()): Promise<Json> {
  const answer = await add(own, domain);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Publishes the record that a domain asks for, beside others. */
function publish({ verification }: Json): void {
  const { name, value } = verification;
  dns.records.set(name, [['something else'], [value.slice(0, 20), value.slice(20)]]);
}

/** A domain as the list shows it. */
async function shown({ id }: Json, own: Tenant = tenant): Promise<Json> {
  const { body } = await own.owner.get(pathOf(own));
  return body.results.find((row: Json) => row.id === id);
}
const until = (domain: Json, fits: (row: Json) => boolean, own = tenant) => eventually(() => shown(domain, own), fits);
const looked = (row: Json) => row.checked_at !== null;

/** Makes a domain this old, and the next look at it due since a while. */
const age = ({ id }: Json, days: number) =>
  sql`update organization_domains set created = now() - make_interval(hours => ${Math.round(days * 24)}),
    checked_at = null, next_check_at = now() - interval '10 seconds' where id = ${id}`.execute(world.db);

describe('adding a domain', () => {
  it('answers it unverified, with the record to publish', async () => {
    const domain = fresh();
    const { status, body } = await add(tenant, domain);
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        domain,
        status: 'unverified',
        verification: {
          type: 'TXT',
          name: `_holdfast.${domain}`,
          value: expect.stringMatching(/^holdfast-domain-verification=[\w-]{32}$/),
        },
        created: expect.stringMatching(/Z$/),
        checked_at: null,
        check_error: null,
        next_check_at: expect.stringMatching(/Z$/),
        verified_at: null,
      },
    ]);
    const other = await added();
    expect(other.verification.value).not.toBe(body.verification.value);
  });

  it.each([
    [' EXAMPLE.com. ', 'example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ。net', 'example.net'],
    ['somebody.github.io', 'somebody.github.io'],
    ['company.co.uk', 'company.co.uk'],
  ])('takes %s as %s', async (given, domain) => {
    const own = await world.tenant();
    expect((await added(own, given)).domain).toBe(domain);
  });

  it.each([
    'co.uk',
    'github.io',
    'localhost',
    'example.com/path',
    'https://example.com',
    'example.com:8080',
    'ada@example.com',
    '192.0.2.1',
    '0x7f.1',
    '_holdfast.example.com',
    'a..example.com',
    '.example.com',
    '-a.example.com',
    '*.example.com',
    'exa mple.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(120)}example.com`,
    '.',
  ])('refuses %s with a 400', async (domain) => {
    const answer = await add(tenant, domain);
    expect([answer.status, answer.body.detail.reason]).toEqual([400, 'INVALID_DOMAIN']);
    expect(answer.body.detail.message).toMatch(/^the domain cannot be added: /);
  });

  it('that is there already is a 409, also of those added at once; another organization may claim it too', async () => {
    const own = await world.tenant();
    const domain = fresh();
    const answers = await Promise.all([domain, domain.toUpperCase(), domain].map((given) => add(own, given)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      detail: {
        reason: 'DOMAIN_ALREADY_EXISTS',
        message: 'the organization already has this domain, or another organization has verified it',
        domainAlreadyExistsError: { domain },
      },
    });
    expect((await add(tenant, domain)).status).toBe(200);
  });

  it('is kept, and looked for later, where Temporal is away', async () => {
    const port = await findFreePort();
    const api = await stack.startApi(port, { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    try {
      const owner = new Client(`http://127.0.0.1:${port}`, tenant.key);
      const { status, body } = await owner.post(pathOf(tenant), { domain: fresh() });
      expect(status).toBe(200);
      await until(body, looked);
    } finally {
      await api.stop();
    }
  });
});

describe('the domains of an organization', () => {
  it('are listed newest first, page by page', async () => {
    const own = await world.tenant();
    const domains = [await added(own), await added(own), await added(own)].map((row) => row.id).toReversed();
    const page = await own.owner.get(pathOf(own, '?page_limit=2'));
    expect(page.body.results.map((row: Json) => row.id)).toEqual(domains.slice(0, 2));
    const { next_cursor } = page.body.pagination;
    const rest = await own.owner.get(pathOf(own, `?page_limit=2&cursor=${next_cursor}`));
    expect(rest.body.results.map((row: Json) => row.id)).toEqual(domains.slice(2));
    expect(rest.body.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
  });

  it('are taken away with a 200 and the record; what is gone or foreign is a 404', async () => {
    const own = await world.tenant();
    const domain = await added();
    await until(domain, looked);
    const foreign = await own.owner.delete(pathOf(own, `/${domain.id}`));
    const gone = await tenant.owner.delete(pathOf(tenant, `/${domain.id}`));
    expect([gone.status, gone.body]).toMatchObject([
      200,
      { id: domain.id, domain: domain.domain, status: 'unverified' },
    ]);
    const again = await tenant.owner.delete(pathOf(tenant, `/${domain.id}`));
    for (const answer of [foreign, again, await tenant.owner.post(pathOf(tenant, `/${domain.id}/verify`))]) {
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          detail: {
            reason: 'RESOURCE_NOT_FOUND',
            message: `no domain ${domain.id} here`,
            resourceNotFoundError: { field: 'domain', value: domain.id },
          },
        },
      ]);
    }
    await workflowOf(domain.id).result();
    expect((await add(tenant, domain.domain)).status).toBe(200);
  });

  it('have ids that are any text: one that is none of theirs is a 404 too', async () => {
    for (const id of ['zzz', '12', `${randomUUID()}x`])
      expect(await tenant.owner.delete(pathOf(tenant, `/${id}`))).toMatchObject({
        status: 404,
        body: { detail: { reason: 'RESOURCE_NOT_FOUND', resourceNotFoundError: { field: 'domain', value: id } } },
      });
  });
});

describe('verifying a domain', () => {
  it('happens by itself once the record is there, and is on record', async () => {
    const domain = await added();
    const early = await until(domain, looked);
    expect([early.status, early.check_error]).toEqual([
      'unverified',
      `there is no TXT record at _holdfast.${domain.domain}`,
    ]);
    expect(Math.round((Date.parse(early.next_check_at) - Date.parse(early.checked_at)) / 1000)).toBe(30);
    publish(domain);
    await age(domain, 0);
    const late = await until(domain, (row) => row.status === 'verified');
    expect([late.check_error, late.next_check_at]).toEqual([null, null]);
    expect(late.verified_at).toMatch(/Z$/);
    await workflowOf(domain.id).result();
    const query = `event_type=organization_domain.verified&resource_id=${domain.id}`;
    const events = await tenant.owner.get(`/org/${tenant.orgId}/audit_event?${query}`);
    expect(events.body.results).toMatchObject([{ actor_type: 'system', actor_user_id: null }]);
  });

  it('can be asked for now, and says what was found instead', async () => {
    const domain = await added();
    const now = () => tenant.owner.post(pathOf(tenant, `/${domain.id}/verify`));
    const { name } = domain.verification;
    expect((await now()).body).toMatchObject({
      status: 'unverified',
      check_error: `there is no TXT record at ${name}`,
    });
    dns.records.set(name, [['holdfast-domain-verification=of-somebody-else']]);
    expect((await now()).body).toMatchObject({ check_error: `no TXT record at ${name} has the value` });
    publish(domain);
    const found = await now();
    expect([found.status, found.body]).toMatchObject([200, { status: 'verified', check_error: null }]);
    dns.records.delete(name);
    expect((await now()).body).toEqual(found.body);
    await workflowOf(domain.id).result();
  });

  it('waits longer and longer, and ends after 14 days', async () => {
    const domain = await added();
    await until(domain, looked);
    const pauseAt = async (days: number) => {
      await age(domain, days);
      const row = await until(domain, looked);
      return Math.round((Date.parse(row.next_check_at) - Date.parse(row.checked_at)) / 3_600_000);
    };
    expect([await pauseAt(2 / 24), await pauseAt(13)]).toEqual([2, 6]);
    await age(domain, 15);
    const last = await until(domain, looked);
    expect([last.status, last.next_check_at]).toEqual(['unverified', null]);
    await workflowOf(domain.id).result();
    publish(domain);
    const late = await tenant.owner.post(pathOf(tenant, `/${domain.id}/verify`));
    expect(late.body.status).toBe('verified');
  });

  it('says that nobody answered where the DNS is silent, and goes on looking', async () => {
    const domain = fresh();
    dns.silent.add(`_holdfast.${domain}`);
    const row = await until(await added(tenant, domain), looked);
    expect(row.status).toBe('unverified');
    expect(row.check_error).toBe(`the DNS query failed for _holdfast.${domain} (ETIMEOUT)`);
    expect(row.next_check_at).not.toBeNull();
  });

  it('is for one organization: the other is told, and gets it once the first lets go', async () => {
    const [first, second] = [await world.tenant(), await world.tenant()];
    const domain = fresh();
    const [mine, theirs] = [await added(first, domain), await added(second, domain)];
    const { name } = mine.verification;
    // Only the first one's value yet: either's own background look finds whatever stands there.
    dns.records.set(name, [[mine.verification.value]]);
    const verify = (own: Tenant, { id }: Json) => own.owner.post(pathOf(own, `/${id}/verify`));
    expect((await verify(first, mine)).body.status).toBe('verified');
    dns.records.set(name, [[mine.verification.value], [theirs.verification.value]]);
    expect((await verify(second, theirs)).body).toMatchObject({
      status: 'unverified',
      check_error: 'another organization has verified this domain',
    });
    expect((await add(tenant, domain)).status).toBe(409);
    await first.owner.delete(pathOf(first, `/${mine.id}`));
    expect((await verify(second, theirs)).body.status).toBe('verified');
  });

  it('opens the organization to those whose own address is verified, and to no others', async () => {
    const own = await world.tenant();
    const domain = await added(own);
    const guests = await Promise.all([own.member({}), own.member({})]);
    const [proved, unproved] = guests;
    for (const [index, { userId }] of guests.entries()) {
      const email = `${randomUUID()}@${domain.domain}`;
      await world.db
        .updateTable('users')
        .set({ email, email_verified: index === 0 })
        .where('id', '=', userId)
        .execute();
    }
    const joinable = async (client: Client | undefined) =>
      (await client?.get('/org?membership=joinable_by_domain'))?.body.results.map((row: Json) => row.id);
    expect(await joinable(proved)).toEqual([]);
    publish(domain);
    await own.owner.post(pathOf(own, `/${domain.id}/verify`));
    expect([await joinable(proved), await joinable(unproved)]).toEqual([[own.orgId], []]);
    expect((await unproved?.post(`/org/${own.orgId}/join`))?.status).toBe(404);
    expect((await proved?.post(`/org/${own.orgId}/join`))?.body.roles).toEqual(['member']);
  });
});
