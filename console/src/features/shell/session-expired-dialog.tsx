import { resumeSession, useIsSessionExpired } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { w } from '../../words/index.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

/** Asks the user to sign in again, over the current page, so that no input is lost. */
export function SessionExpiredDialog() {
  if (!useIsSessionExpired()) return null;
  return (
    <Dialog title={w.shell.sessionOver} onClose={() => {}} isDismissible={false}>
      <p className="mb-4">{w.shell.sessionOverHint}</p>
      <SignInForm onDone={resumeSession} />
    </Dialog>
  );
}
