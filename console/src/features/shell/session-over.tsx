import { resumeSession, useIsSessionExpired } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

/** Asks whose session ended to sign in again, over the page as it is: nothing typed is lost. */
export function SessionOver() {
  if (!useIsSessionExpired()) return null;
  return (
    <Dialog title={w.shell.sessionOver} onClose={() => {}} isDismissible={false}>
      <p className="mb-4">{w.shell.sessionOverHint}</p>
      <SignInForm onDone={resumeSession} />
    </Dialog>
  );
}
