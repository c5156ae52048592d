import { lazy, Suspense, useState } from 'react';
import { getButtonClassName } from '../../../ui/button.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/menu.tsx';
import { w } from '../../../words/index.ts';
import type { QueueFilter } from '../queries.ts';

const ViewMenuItems = lazy(() => import('./view-menu-items.tsx'));
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** Applies, saves and deletes the user's named filters of the inbox. */
export function SavedViews({ filter }: { readonly filter: QueueFilter }) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      <Menu
        align="end"
        className={getButtonClassName('plain')}
        label={
          <>
            {w.inbox.views} <ChevronDown className="size-4" />
          </>
        }
      >
        <ViewMenuItems filter={filter} onSave={() => setIsSaving(true)} />
      </Menu>
      {isSaving && (
        <Suspense fallback={null}>
          <SaveViewDialog filter={filter} onClose={() => setIsSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
