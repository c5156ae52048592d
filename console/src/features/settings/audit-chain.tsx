import { useMutation, useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ShieldCheck } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { type AuditSearch, integrityQuery, verifyIntegrity } from './audit-queries.ts';

/** Shows the head of the hash chain and verifies it on request. */
export function AuditChain({ search }: { readonly search: AuditSearch }) {
  const scope = useScope();
  const head = useQuery(integrityQuery(scope, search)).data;
  const verification = useMutation({ mutationFn: () => verifyIntegrity(scope, search) });
  const result = verification.data;
  return (
    <section
      aria-label={w.settings.chain}
      className="flex flex-col gap-2 rounded-lg border bg-surface px-4 py-3 shadow-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ShieldCheck aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-medium">{w.settings.chain}</h2>
          <p className="text-sm text-muted">
            {w.settings.chainHint}{' '}
            {head && head.head_seq > 0 && w.settings.chainHead({ count: formatNumber(head.head_seq) })}
          </p>
        </div>
        <Button isSmall isPending={verification.isPending} onClick={() => verification.mutate()}>
          {w.settings.verify}
        </Button>
      </div>
      {verification.error && <ErrorAlert error={verification.error} onRetry={() => verification.mutate()} />}
      <div role="status">
        {result && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={result.valid ? 'good' : 'bad'}>
              {result.valid ? w.settings.chainValid : w.settings.broken}
            </StatusBadge>
            {result.first_break
              ? w.settings.brokenSays({
                  seq: formatNumber(result.first_break.seq),
                  message: result.first_break.message,
                })
              : w.settings.chainValidHint({
                  events: formatNumber(result.events_checked),
                  chains: formatNumber(result.chains_checked),
                })}
          </p>
        )}
      </div>
    </section>
  );
}
