import { useMutation, useQuery } from '@tanstack/react-query';
import { sayNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Section } from '../../ui/section.tsx';
import { Status } from '../../ui/status.tsx';
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
      acts={
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {w.settings.verify}
        </Button>
      }
    >
      <p className="text-quiet">
        {w.settings.chainHint} {head && head.head_seq > 0 && w.settings.chainHead(sayNumber(head.head_seq))}
      </p>
      {check.error && <Failed error={check.error} onRetry={() => check.mutate()} />}
      <div role="status">
        {found && (
          <p className="flex flex-wrap items-center gap-2">
            <Status tone={found.valid ? 'good' : 'bad'}>{found.valid ? w.settings.whole : w.settings.broken}</Status>
            {found.first_break
              ? w.settings.brokenSays(sayNumber(found.first_break.seq), found.first_break.message)
              : w.settings.wholeSays(sayNumber(found.events_checked), sayNumber(found.chains_checked))}
          </p>
        )}
      </div>
    </Section>
  );
}
