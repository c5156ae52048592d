import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';
import { getKindConfig } from './kinds.ts';
import { type Approval, canBeDecided } from './queries.ts';
import { QueueList, type QueueListProps } from './queue-list.tsx';
import { formatToolName } from './summary.ts';

/** Lists one page of the queue by tool and by the reason why a person decides. */
export default function QueueGroups({ requests, ...props }: QueueListProps) {
  const { selectedIds, onSelectionChange } = props;
  return [...Map.groupBy(requests, getGroupName)].map(([name, ofGroup]) => {
    const decidable = ofGroup.filter(canBeDecided);
    return (
      <section key={name} aria-label={name} className="flex min-w-0 flex-col gap-1 pt-1">
        <div className="flex min-h-7 items-center gap-2 ps-1">
          <h2 className="min-w-0 flex-1 truncate text-sm text-muted">
            {name} · {ofGroup.length}
          </h2>
          {decidable.length > 1 && (
            <Button
              isSmall
              variant="quiet"
              aria-label={w.approvals.selectAllOf({ name })}
              onClick={() => onSelectionChange(new Set([...selectedIds, ...decidable.map(({ id }) => id)]))}
            >
              {w.approvals.selectAll}
            </Button>
          )}
        </div>
        <QueueList requests={ofGroup} {...props} />
      </section>
    );
  });
}

function getGroupName(request: Approval): string {
  const reason = getKindConfig(request).getReason(request);
  return [formatToolName(request), reason].filter((part) => part !== '').join(' · ');
}
