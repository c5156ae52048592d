import type { NextCheck } from '../../src/organizations/contract.ts';
import { checkRecord, findDomainToCheck, storeCheckResult } from '../../src/organizations/domains.ts';
import type { ActivityContext } from '../context.ts';

/** Checks the DNS record of an unverified domain and returns when to check again. */
export async function checkDomain(ctx: ActivityContext, domainId: string): Promise<NextCheck> {
  const domain = await findDomainToCheck(ctx.db, domainId);
  if (!domain) return { over: true, inMs: 0 };
  if (domain.in_ms > 0) return { over: false, inMs: Math.ceil(domain.in_ms) };
  const found = await checkRecord(ctx.resolver, domain);
  const stored = await storeCheckResult(ctx.db, domain, found, { patient: true });
  if (!stored || stored.status === 'verified' || stored.next_check_at === null) return { over: true, inMs: 0 };
  return { over: false, inMs: Math.max(1, Math.ceil(stored.in_ms)) };
}
