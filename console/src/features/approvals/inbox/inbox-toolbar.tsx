import { SelectField } from '../../../ui/field.tsx';
import { w } from '../../../words/index.ts';
import type { QueueFilter } from '../queries.ts';
import { useQueueFilter } from '../queue-filters.tsx';
import { SavedViews } from './saved-views.tsx';

/** Filters the queue by assignee, and offers the saved views. */
export default function InboxToolbar({ filter }: { readonly filter: QueueFilter }) {
  const filterQueue = useQueueFilter();
  return (
    <div className="grid max-w-104 grid-cols-2 items-end gap-2">
      <SelectField
        label={w.inbox.assigned}
        value={filter.assigned ?? ''}
        onChange={(event) => filterQueue({ assigned: event.target.value || undefined })}
      >
        <option value="">{w.inbox.anyone}</option>
        <option value="me">{w.inbox.me}</option>
        <option value="nobody">{w.inbox.nobody}</option>
      </SelectField>
      <SavedViews filter={filter} />
    </div>
  );
}
