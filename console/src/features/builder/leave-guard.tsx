import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';

/** Asks before the user leaves the screen with unsaved changes. Tabs of the same screen keep the draft. */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={w.builder.leave} onClose={blocker.reset}>
      <div className="flex flex-col gap-4">
        <p>{w.builder.leaveHint}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={blocker.reset}>{w.builder.stay}</Button>
          <Button variant="danger" onClick={blocker.proceed}>
            {w.builder.leaveNow}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
