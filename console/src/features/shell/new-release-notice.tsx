import { Button } from '../../ui/button.tsx';
import { w } from '../../words/index.ts';

/** Offers a reload to tabs that an upgrade made outdated. The user decides, so that no input is lost. */
export function NewReleaseNotice() {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-3 border-b bg-warning-subtle px-4 py-1.5 text-warning"
    >
      {w.failure.newVersion}
      <Button isSmall onClick={() => location.reload()}>
        {w.failure.reload}
      </Button>
    </p>
  );
}
