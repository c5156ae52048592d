import { getMessageText } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { CheckDomainButton } from './domain-actions.tsx';
import type { Domain } from './queries.ts';

/** Shows a domain, and the DNS record that is still required to verify it. */
export function DomainCard({ domain, onRemove }: { readonly domain: Domain; readonly onRemove: () => void }) {
  const isVerified = domain.status === 'verified';
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 font-semibold break-all">{domain.domain}</h2>
        <span className="flex-1">
          <StatusBadge tone={isVerified ? 'good' : 'warn'}>
            {isVerified ? w.organization.verified : w.organization.unverified}
          </StatusBadge>
        </span>
        <span className="flex flex-wrap gap-2">
          {!isVerified && <CheckDomainButton organizationDomain={domain} />}
          <Button isSmall aria-label={w.organization.removeNamed({ domain: domain.domain })} onClick={onRemove}>
            {w.organization.remove}
          </Button>
        </span>
      </div>
      {isVerified ? <p className="text-muted">{w.organization.joins}</p> : <RequiredRecord domain={domain} />}
    </div>
  );
}

/** Shows the required DNS record with copy buttons. */
function RequiredRecord({
  domain: { verification, check_error, check_error_code: code, check_error_params: params, checked_at, next_check_at },
}: {
  readonly domain: Domain;
}) {
  const { type, name, value } = verification;
  return (
    <>
      <p>{w.organization.record}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
        <dt className="text-muted">{w.organization.recordType}</dt>
        <dd>
          <Copyable text={type} />
        </dd>
        <dt className="text-muted">{w.organization.recordName}</dt>
        <dd>
          <Copyable text={name} />
        </dd>
        <dt className="text-muted">{w.organization.recordValue}</dt>
        <dd>
          <Copyable text={value} />
        </dd>
      </dl>
      {check_error && (
        <p className="break-words text-warning">
          {w.organization.notVerified({ problem: getMessageText({ msg: check_error, code, params }) })}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {checked_at && (
          <span>
            {w.organization.checked}: <Time at={checked_at} />
          </span>
        )}
        {next_check_at ? (
          <span>
            {w.organization.nextCheck}: <Time at={next_check_at} />
          </span>
        ) : (
          <span>{w.organization.checksEnded}</span>
        )}
      </p>
    </>
  );
}
