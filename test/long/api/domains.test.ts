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
    RECONCILE_SECONDS: '2',
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

const generateDomain = () => `${randomUUID()}.example`;
const toDomainsPath = (own: Tenant, below = '') => `/org/${own.orgId}/domains${below}`;
const postDomain = (own: Tenant, domain: string) => own.owner.post(toDomainsPath(own), { domain });
const getDomainWorkflow = (id: string) => temporal.workflow.getHandle(domainWorkflow(id).id);

async function addDomain(own: Tenant = tenant, domain = generateDomain()): Promise<Json> {
  const answer = await postDomain(own, domain);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Publishes the record of a domain, next to others. */
function publish({ verification }: Json): void {
  const { name, value } = verification;
  dns.records.set(name, [['something else'], [value.slice(0, 20), value.slice(20)]]);
}

/** Returns a domain from the list. */
async function readDomain({ id }: Json, own: Tenant = tenant): Promise<Json> {
  const { body } = await own.owner.get(toDomainsPath(own));
  return body.results.find((row: Json) => row.id === id);
}
const until = (domain: Json, fits: (row: Json) => boolean, own = tenant) =>
  eventually(() => readDomain(domain, own), fits);
const isChecked = (row: Json) => row.checked_at !== null;

/** Backdates a domain and makes its next check overdue. */
const backdateDomain = ({ id }: Json, days: number) =>
  sql`update organization_domains set created = now() - make_interval(hours => ${Math.round(days * 24)}),
    checked_at = null, next_check_at = now() - interval '10 seconds' where id = ${id}`.execute(world.db);

describe('adding a domain', () => {
  it('returns it unverified with the DNS record to publish', async () => {
    const domain = generateDomain();
    const { status, body } = await postDomain(tenant, domain);
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
        check_error_code: null,
        check_error_params: null,
        next_check_at: expect.stringMatching(/Z$/),
        verified_at: null,
      },
    ]);
    const other = await addDomain();
    expect(other.verification.value).not.toBe(body.verification.value);
  });

  it.each([
    [' EXAMPLE.com. ', 'example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ。net', 'example.net'],
    ['somebody.github.io', 'somebody.github.io'],
    ['company.co.uk', 'company.co.uk'],
  ])('normalizes %s to %s', async (given, domain) => {
    const own = await world.tenant();
    expect((await addDomain(own, given)).domain).toBe(domain);
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
  ])('rejects %s with a 400', async (domain) => {
    const answer = await postDomain(tenant, domain);
    expect([answer.status, answer.body.detail.reason]).toEqual([400, 'INVALID_DOMAIN']);
    expect(answer.body.detail.message).toMatch(/^the domain cannot be added: /);
  });

  it('twice is a 409, also concurrently, while another organization can claim it', async () => {
    const own = await world.tenant();
    const domain = generateDomain();
    const answers = await Promise.all([domain, domain.toUpperCase(), domain].map((given) => postDomain(own, given)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      detail: {
        reason: 'DOMAIN_ALREADY_EXISTS',
        message: 'the organization already has this domain, or another organization has verified it',
        domainAlreadyExistsError: { domain },
      },
    });
    expect((await postDomain(tenant, domain)).status).toBe(200);
  });

  it('succeeds while Temporal is down, and the check runs later', async () => {
    const port = await findFreePort();
    const api = await stack.startApi(port, { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    try {
      const owner = new Client(`http://127.0.0.1:${port}`, tenant.key);
      const { status, body } = await owner.post(toDomainsPath(tenant), { domain: generateDomain() });
      expect(status).toBe(200);
      await until(body, isChecked);
    } finally {
      await api.stop();
    }
  });
});

describe('the domains of an organization', () => {
  it('are listed newest first, page by page', async () => {
    const own = await world.tenant();
    const domains = [await addDomain(own), await addDomain(own), await addDomain(own)]
      .map((row) => row.id)
      .toReversed();
    const page = await own.owner.get(toDomainsPath(own, '?page_limit=2'));
    expect(page.body.results.map((row: Json) => row.id)).toEqual(domains.slice(0, 2));
    const { next_cursor } = page.body.pagination;
    const rest = await own.owner.get(toDomainsPath(own, `?page_limit=2&cursor=${next_cursor}`));
    expect(rest.body.results.map((row: Json) => row.id)).toEqual(domains.slice(2));
    expect(rest.body.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
  });

  it('are deleted with a 200 and the record, while a missing or foreign one is a 404', async () => {
    const own = await world.tenant();
    const domain = await addDomain();
    await until(domain, isChecked);
    const foreign = await own.owner.delete(toDomainsPath(own, `/${domain.id}`));
    const gone = await tenant.owner.delete(toDomainsPath(tenant, `/${domain.id}`));
    expect([gone.status, gone.body]).toMatchObject([
      200,
      { id: domain.id, domain: domain.domain, status: 'unverified' },
    ]);
    const again = await tenant.owner.delete(toDomainsPath(tenant, `/${domain.id}`));
    for (const answer of [foreign, again, await tenant.owner.post(toDomainsPath(tenant, `/${domain.id}/verify`))]) {
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
    await getDomainWorkflow(domain.id).result();
    expect((await postDomain(tenant, domain.domain)).status).toBe(200);
  });

  it('are a 404 if the id is not a domain of the organization, whatever its text', async () => {
    for (const id of ['zzz', '12', `${randomUUID()}x`])
      expect(await tenant.owner.delete(toDomainsPath(tenant, `/${id}`))).toMatchObject({
        status: 404,
        body: { detail: { reason: 'RESOURCE_NOT_FOUND', resourceNotFoundError: { field: 'domain', value: id } } },
      });
  });
});

describe('verifying a domain', () => {
  it('happens automatically once the record exists, and is audited', async () => {
    const domain = await addDomain();
    const early = await until(domain, isChecked);
    expect([early.status, early.check_error]).toEqual([
      'unverified',
      `there is no TXT record at _holdfast.${domain.domain}`,
    ]);
    expect(Math.round((Date.parse(early.next_check_at) - Date.parse(early.checked_at)) / 1000)).toBe(30);
    publish(domain);
    await backdateDomain(domain, 0);
    const late = await until(domain, (row) => row.status === 'verified');
    expect([late.check_error, late.next_check_at]).toEqual([null, null]);
    expect(late.verified_at).toMatch(/Z$/);
    await getDomainWorkflow(domain.id).result();
    const query = `event_type=organization_domain.verified&resource_id=${domain.id}`;
    const events = await tenant.owner.get(`/org/${tenant.orgId}/audit_event?${query}`);
    expect(events.body.results).toMatchObject([{ actor_type: 'system', actor_user_id: null }]);
  });

  it('can be requested immediately and reports what was found instead', async () => {
    const domain = await addDomain();
    const now = () => tenant.owner.post(toDomainsPath(tenant, `/${domain.id}/verify`));
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
    await getDomainWorkflow(domain.id).result();
  });

  it('backs off and stops after 14 days', async () => {
    const domain = await addDomain();
    await until(domain, isChecked);
    const pauseAt = async (days: number) => {
      await backdateDomain(domain, days);
      const row = await until(domain, isChecked);
      return Math.round((Date.parse(row.next_check_at) - Date.parse(row.checked_at)) / 3_600_000);
    };
    expect([await pauseAt(2 / 24), await pauseAt(13)]).toEqual([2, 6]);
    await backdateDomain(domain, 15);
    const last = await until(domain, isChecked);
    expect([last.status, last.next_check_at]).toEqual(['unverified', null]);
    await getDomainWorkflow(domain.id).result();
    publish(domain);
    const late = await tenant.owner.post(toDomainsPath(tenant, `/${domain.id}/verify`));
    expect(late.body.status).toBe('verified');
  });

  it('reports a DNS server that does not respond, and continues to check', async () => {
    const domain = generateDomain();
    dns.silent.add(`_holdfast.${domain}`);
    const row = await until(await addDomain(tenant, domain), isChecked);
    expect(row.status).toBe('unverified');
    expect(row.check_error).toBe(`the DNS query failed for _holdfast.${domain} (ETIMEOUT)`);
    expect(row.next_check_at).not.toBeNull();
  });

  it('succeeds for one organization: the other sees the conflict and gets the domain once the first deletes it', async () => {
    const [first, second] = [await world.tenant(), await world.tenant()];
    const domain = generateDomain();
    const [mine, theirs] = [await addDomain(first, domain), await addDomain(second, domain)];
    const { name } = mine.verification;
    // Only the first one's value yet: the background check of either one finds any record.
    dns.records.set(name, [[mine.verification.value]]);
    const verify = (own: Tenant, { id }: Json) => own.owner.post(toDomainsPath(own, `/${id}/verify`));
    expect((await verify(first, mine)).body.status).toBe('verified');
    dns.records.set(name, [[mine.verification.value], [theirs.verification.value]]);
    expect((await verify(second, theirs)).body).toMatchObject({
      status: 'unverified',
      check_error: 'another organization has verified this domain',
    });
    expect((await postDomain(tenant, domain)).status).toBe(409);
    await first.owner.delete(toDomainsPath(first, `/${mine.id}`));
    expect((await verify(second, theirs)).body.status).toBe('verified');
  });

  it('lets users with a verified address in that domain join, and nobody else', async () => {
    const own = await world.tenant();
    const domain = await addDomain(own);
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
    await own.owner.post(toDomainsPath(own, `/${domain.id}/verify`));
    expect([await joinable(proved), await joinable(unproved)]).toEqual([[own.orgId], []]);
    expect((await unproved?.post(`/org/${own.orgId}/join`))?.status).toBe(404);
    expect((await proved?.post(`/org/${own.orgId}/join`))?.body.roles).toEqual(['member']);
  });
});
