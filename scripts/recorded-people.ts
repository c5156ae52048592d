import { eventually, type Json, type Tenant } from '../test/support/client.ts';
import type { DnsServer } from '../test/support/dns-server.ts';

/** Context of domain checks. */
export interface People {
  readonly tenant: Tenant;
  readonly dns: DnsServer;
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
