import { useMutation, useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w } from '../../words/index.ts';
import { type AuditSearch, integrity, verify } from './audit-queries.ts';

/** Where the chain of events stands, and whether it is whole when it is asked. */
export function Chain({ search }: { readonly search: AuditSearch }) {
  const scope = useScope();
  const head = useQuery(integrity(scope, search)).data;
  const check = useMutation({ mutationFn: () => verify(scope, search) });
  const found = check.data;
  return (
    <Section
      title={w.settings.chain}
      actions={
        <Button isPending={check.isPending} onClick={() => check.mutate()}>
          {w.settings.verify}
        </Button>
      }
    >
      <p className="text-muted">
        {w.settings.chainHint} {head && head.head_seq > 0 && w.settings.chainHead(formatNumber(head.head_seq))}
      </p>
      {check.error && <ErrorAlert error={check.error} onRetry={() => check.mutate()} />}
      <div role="status">
        {found && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={found.valid ? 'good' : 'bad'}>
              {found.valid ? w.settings.whole : w.settings.broken}
            </StatusBadge>
            {found.first_break
              ? w.settings.brokenSays(formatNumber(found.first_break.seq), found.first_break.message)
              : w.settings.wholeSays(formatNumber(found.events_checked), formatNumber(found.chains_checked))}
          </p>
        )}
      </div>
    </Section>
  );
}
