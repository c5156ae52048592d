import { eventually, type Json, type Tenant } from '../test/support/client.ts';
import type { DnsServer } from '../test/support/dns-server.ts';
import { getInviteCode, type MailServer } from '../test/support/mail-server.ts';

/** Context of invites and domain checks. */
export interface People {
  readonly tenant: Tenant;
  readonly dns: DnsServer;
  readonly mail: MailServer;
}

/** Cases of invites. Each returns the id when it has ended or is about to. */
export const INVITE_CASES: Readonly<Record<string, (scene: People, email: string) => Promise<string>>> = {
  'reminded-and-expired': async ({ tenant }, email) => (await invite(tenant, email)).id,
  'resent-and-accepted': async ({ tenant, mail }, email) => {
    const { id } = await invite(tenant, email);
    const [first] = await mail.to(email);
    await post(tenant, `/org/${tenant.orgId}/invite/${id}/resend`, {});
    await mail.to(email, 2);
    const guest = await tenant.member({});
    await guest.post(`/org/${tenant.orgId}/join`, { code: getInviteCode(first?.text ?? '') });
    return id;
  },
  'undelivered-and-cancelled': async (scene, email) => {
    const { tenant } = scene;
    const { id } = await invite(tenant, `busy-${email}`);
    await failed(scene, id);
    await post(tenant, `/org/${tenant.orgId}/invite/${id}/resend`, {});
    await failed(scene, id);
    await tenant.owner.delete(`/org/${tenant.orgId}/invite/${id}`);
    return id;
  },
};

function invite(tenant: Tenant, email_address: string): Promise<Json> {
  return post(tenant, `/org/${tenant.orgId}/invite`, { email_address });
}

/** Waits until the email of an invite was refused. */
async function failed({ tenant }: People, id: string): Promise<void> {
  const list = async (): Promise<Json[]> => (await tenant.owner.get(`/org/${tenant.orgId}/invite`)).body.results;
  await eventually(list, (rows) => rows.some((row) => row.id === id && row.delivery_error !== null));
}

/** Cases of domains. Each returns the id when it has ended or is about to. */
export const DOMAIN_CASES: Readonly<Record<string, (scene: People, name: string) => Promise<string>>> = {
  verified: async ({ tenant, dns }, name) => {
    const { id, verification } = await domain(tenant, dns, name);
    dns.records.set(verification.name, [[verification.value]]);
    await post(tenant, `/org/${tenant.orgId}/domains/${id}/verify`, {});
    return id;
  },
  removed: async ({ tenant, dns }, name) => {
    const { id } = await domain(tenant, dns, name);
    await tenant.owner.delete(`/org/${tenant.orgId}/domains/${id}`);
    return id;
  },
};

/** Adds a domain and waits until it was checked. */
async function domain(tenant: Tenant, dns: DnsServer, name: string): Promise<Json> {
  const added = await post(tenant, `/org/${tenant.orgId}/domains`, { domain: `${name}.example` });
  await eventually(
    async () => dns.asked,
    (asked) => asked.includes(added.verification.name),
  );
  return added;
}

async function post({ owner }: Tenant, path: string, body: object): Promise<Json> {
  const answer = await owner.post(path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.text}`);
  return answer.body;
}
