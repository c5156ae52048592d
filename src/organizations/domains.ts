import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type Selectable, sql } from 'kysely';
import { parse } from 'tldts';
import { type AuditEvent, SYSTEM } from '../audit/chain.ts';
import { change } from '../audit/change.ts';
import { type Db, type Executor, isUniqueViolation, json } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { TxtResolver } from '../platform/dns.ts';
import { newId } from '../platform/ids.ts';
import type { Message } from '../platform/messages.ts';
import { organizationErrors } from './errors.ts';
import { domainFailures } from './problems.ts';
import type { OrganizationDomainsTable } from './tables.ts';

export type DomainRow = Selectable<OrganizationDomainsTable>;

/** Minimum and maximum check intervals in seconds. In between, the interval equals the age of the domain. */
const MIN_CHECK_INTERVAL_S = 30;
const MAX_CHECK_INTERVAL_S = 6 * 3600;
/** Days after which scheduled checks stop. */
const MAX_CHECK_DAYS = 14;
/** Maximum length of a DNS name in characters. */
const MAX_DOMAIN_LENGTH = 253;
/** DNS label. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/** Normalizes a domain to ASCII. Throws a 400 on invalid names, addresses, paths, and public suffixes such as co.uk. */
export function normalizeDomain(input: string): string {
  const text = input.normalize('NFKC').trim().toLowerCase().replace(/\.$/, '');
  if (/[\s/\\@:?#%[\]]/.test(text)) throw organizationErrors.invalidDomain('give only the name, such as example.com');
  const ascii = domainToASCII(text);
  const known = parse(ascii, { allowPrivateDomains: true });
  if (
    known.isIp ||
    toRecordName(ascii).length > MAX_DOMAIN_LENGTH ||
    !ascii.split('.').every((label) => LABEL.test(label))
  )
    throw organizationErrors.invalidDomain('it is not a valid domain name');
  if (known.domain === null)
    throw organizationErrors.invalidDomain('it is a public suffix, which anyone can register below');
  return ascii;
}

/** Name of the DNS record that proves ownership of a domain. */
export function toRecordName(domain: string): string {
  return `_holdfast.${domain}`;
}

/** Required value of that record. */
export function toRecordValue(token: string): string {
  return `holdfast-domain-verification=${token}`;
}

/** Adds a domain. Throws a 409 if the organization already has it or another one has verified it. */
export async function addDomain(
  trx: Executor,
  domain: { readonly orgId: string; readonly domain: string; readonly createdBy: string },
): Promise<DomainRow> {
  const existing = await trx
    .selectFrom('organization_domains')
    .select('id')
    .where('domain', '=', domain.domain)
    .where((or) => or.or([or('org_id', '=', domain.orgId), or('status', '=', 'verified')]))
    .limit(1)
    .executeTakeFirst();
  if (existing) throw organizationErrors.domainAlreadyExists(domain.domain);
  try {
    return await trx
      .insertInto('organization_domains')
      .values({
        id: newId(),
        org_id: domain.orgId,
        domain: domain.domain,
        verification_token: randomBytes(24).toString('base64url'),
        created_by: domain.createdBy,
        next_check_at: sql<Date>`now()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error, 'organization_domains_org_id_domain_key'))
      throw organizationErrors.domainAlreadyExists(domain.domain);
    throw error;
  }
}

/** Lists the domains of an organization. */
export function listDomains(db: Executor, orgId: string, page: PageRequest) {
  return paginate(
    db.selectFrom('organization_domains').selectAll().where('org_id', '=', orgId),
    sortByNewest('id'),
    page,
  );
}

/** Finds a domain of an organization. */
export function findDomain(db: Executor, orgId: string, id: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('organization_domains')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes a domain; undefined if it does not exist. Members who joined through it remain. */
export function deleteDomain(trx: Executor, orgId: string, id: string): Promise<DomainRow | undefined> {
  return trx
    .deleteFrom('organization_domains')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Finds an unverified domain with the milliseconds until its next check; undefined if it needs none. */
export async function findDomainToCheck(db: Executor, id: string) {
  const { rows } = await sql<DomainRow & { in_ms: number }>`
    select d.*, greatest(0, extract(epoch from d.next_check_at - now()) * 1000)::float8 as in_ms
    from organization_domains d join organizations o on o.id = d.org_id and o.deleted_at is null
    where d.id = ${id} and d.status = 'unverified' and d.next_check_at is not null`.execute(db);
  return rows[0];
}

/** Result of a DNS check. */
type CheckResult = { readonly ok: true } | { readonly ok: false; readonly problem: Message };

/** Checks the DNS record of a domain once. */
export async function checkRecord(
  resolver: TxtResolver,
  domain: Pick<DomainRow, 'domain' | 'verification_token'>,
): Promise<CheckResult> {
  const name = toRecordName(domain.domain);
  try {
    const records = await resolver.resolveTxt(name);
    if (records.some((text) => text.trim() === toRecordValue(domain.verification_token))) return { ok: true };
    const problem =
      records.length === 0 ? domainFailures.txt_record_missing({ name }) : domainFailures.txt_record_differs({ name });
    return { ok: false, problem };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, problem: domainFailures.dns_query_failed({ name, cause: code ?? 'no response' }) };
  }
}

/**
 * Stores the result of a check and schedules the next one. `patient` checks stop after 14 days. A domain that another
 * organization has verified meanwhile stays unverified. Returns undefined if the domain was deleted or verified
 * meanwhile.
 */
export async function storeCheckResult(
  db: Db,
  domain: Pick<DomainRow, 'id' | 'org_id' | 'domain'>,
  found: CheckResult,
  { patient }: { readonly patient: boolean },
): Promise<(DomainRow & { in_ms: number }) | undefined> {
  if (found.ok) {
    try {
      return await markVerified(db, domain);
    } catch (error) {
      if (!isUniqueViolation(error, 'organization_domains_verified')) throw error;
      return storeCheckResult(
        db,
        domain,
        { ok: false, problem: domainFailures.domain_verified_elsewhere },
        { patient },
      );
    }
  }
  const { rows } = await sql<DomainRow & { in_ms: number }>`
    update organization_domains set checked_at = now(), check_error = ${json(found.problem)}, modified = now(),
      next_check_at = case when not ${patient} then next_check_at
        when created < now() - make_interval(days => ${MAX_CHECK_DAYS}) then null
        else now() + least(greatest(now() - created, make_interval(secs => ${MIN_CHECK_INTERVAL_S})), make_interval(secs => ${MAX_CHECK_INTERVAL_S})) end
    where id = ${domain.id} and status = 'unverified'
    returning *, (extract(epoch from next_check_at - now()) * 1000)::float8 as in_ms`.execute(db);
  return rows[0];
}

function markVerified(db: Db, domain: Pick<DomainRow, 'id' | 'org_id' | 'domain'>) {
  return change(db, async (trx) => {
    const { rows } = await sql<DomainRow & { in_ms: number }>`
      update organization_domains set status = 'verified', verified_at = now(), checked_at = now(), check_error = null,
        next_check_at = null, modified = now()
      where id = ${domain.id} and status = 'unverified' returning *, 0::float8 as in_ms`.execute(trx);
    const event: AuditEvent = {
      scope: { orgId: domain.org_id, projectId: null },
      actor: SYSTEM,
      type: 'organization_domain.verified',
      resource: { type: 'organization_domain', id: domain.id },
      message: `organization domain verified: ${domain.domain}`,
      payload: { domain: domain.domain },
      requestId: null,
      ipAddress: null,
      audience: { permission: 'organization:edit', of: domain.org_id },
    };
    return { result: rows[0], audited: rows[0] ? event : 'unchanged' };
  });
}

/** Domains whose check is overdue by more than a grace period, so that their workflow seems to be missing. */
export async function listOverdueDomains(db: Executor, graceSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from organization_domains d join organizations o on o.id = d.org_id and o.deleted_at is null
    where d.status = 'unverified' and d.next_check_at < now() - make_interval(secs => ${graceSeconds})
    order by d.id limit 200`.execute(db);
  return rows.map((row) => row.id);
}
