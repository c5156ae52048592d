import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { get, post } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { w } from '../../words/index.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

/** Signs in by link or password, then redirects to the requested page. */
export default function SignInScreen() {
  const { to } = route.useSearch();
  // Only same-origin paths, to prevent open redirects. A full page load drops all state of a previous session.
  const redirect = () => location.replace(to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : '/');
  const linkSignIn = useLinkSignIn(redirect);
  if (linkSignIn.isPending)
    return (
      <StandalonePage title={w.signIn.title}>
        <Loading lineCount={2} />
      </StandalonePage>
    );
  return (
    <StandalonePage title={w.signIn.title}>
      {linkSignIn.error && <LinkError error={linkSignIn.error} />}
      <SignInForm onDone={redirect} />
      <p className="flex flex-wrap justify-between gap-2 text-sm">
        <Link to="/forgot-password" className="link">
          {w.signIn.forgot}
        </Link>
        <Link to="/sign-up" className="link">
          {w.signIn.signUp}
        </Link>
      </p>
    </StandalonePage>
  );
}

/** Signs in with the one-time link that `npm start` prints. Removes it from the URL at once, because URLs leak. */
function useLinkSignIn(redirect: () => void) {
  const [link] = useState(() => /^#link=([\w-]+)$/.exec(location.hash)?.[1]);
  const signIn = useMutation({
    mutationFn: async (token: string): Promise<unknown> => {
      try {
        return await post('/identity/sign-in-by-link', { body: { link: token } });
      } catch (error) {
        // A used link succeeds in a browser that is already signed in.
        if (getReason(error) === 'INVALID_LINK' && (await isSignedIn())) return undefined;
        throw error;
      }
    },
    onSuccess: redirect,
  });
  const { mutate } = signIn;
  useEffect(() => {
    if (link === undefined || location.hash === '') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    mutate(link);
  }, [link, mutate]);
  return { isPending: signIn.isPending || (link !== undefined && signIn.isIdle), error: signIn.error };
}

const getReason = (error: unknown) => (error instanceof ApiError ? error.reason : undefined);

async function isSignedIn(): Promise<boolean> {
  return get('/api/v1/whoami').then(
    () => true,
    () => false,
  );
}

function LinkError({ error }: { readonly error: unknown }) {
  const reason = getReason(error);
  if (reason !== 'INVALID_LINK' && reason !== 'ONLY_ON_THIS_MACHINE') return <ErrorAlert error={error} />;
  return (
    <div
      role="alert"
      className="flex flex-col gap-1 rounded-md border border-warning bg-warning-subtle p-3 text-warning"
    >
      <p>{reason === 'INVALID_LINK' ? w.signIn.linkUsed : w.signIn.linkElsewhere}</p>
      {reason === 'INVALID_LINK' && <code className="font-mono text-sm">npm run sign-in</code>}
    </div>
  );
}
