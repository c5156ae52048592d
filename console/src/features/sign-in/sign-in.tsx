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

/** Signs in, by a link that stands in the address or by password, and goes on where the person wanted to go. */
export default function SignIn() {
  const { to } = route.useSearch();
  // Only a path of this console: a link may not lead anywhere else from here. It is loaded anew, with nothing of before.
  const goOn = () => location.replace(to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : '/');
  const byLink = useLink(goOn);
  if (byLink.isPending)
    return (
      <StandalonePage title={w.signIn.title}>
        <Loading lineCount={2} />
      </StandalonePage>
    );
  return (
    <StandalonePage title={w.signIn.title}>
      {byLink.error && <LinkProblem error={byLink.error} />}
      <SignInForm onDone={goOn} />
      <p className="flex flex-wrap justify-between gap-2 text-sm">
        <Link to="/forgot-password" className="text-accent underline">
          {w.signIn.forgot}
        </Link>
        <Link to="/sign-up" className="text-accent underline">
          {w.signIn.signUp}
        </Link>
      </p>
    </StandalonePage>
  );
}

/** The link that `npm start` printed, used up at once and taken out of the address, which others may see. */
function useLink(goOn: () => void) {
  const [link] = useState(() => /^#link=([\w-]+)$/.exec(location.hash)?.[1]);
  const use = useMutation({
    mutationFn: async (token: string): Promise<unknown> => {
      try {
        return await post('/identity/sign-in-by-link', { body: { link: token } });
      } catch (error) {
        // Who follows the link once more in the same browser is where it leads.
        if (reasonOf(error) === 'INVALID_LINK' && (await isSignedIn())) return undefined;
        throw error;
      }
    },
    onSuccess: goOn,
  });
  const { mutate } = use;
  useEffect(() => {
    if (link === undefined || location.hash === '') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    mutate(link);
  }, [link, mutate]);
  return { isPending: use.isPending || (link !== undefined && use.isIdle), error: use.error };
}

const reasonOf = (error: unknown) => (error instanceof ApiError ? error.reason : undefined);

async function isSignedIn(): Promise<boolean> {
  return get('/api/v1/whoami').then(
    () => true,
    () => false,
  );
}

function LinkProblem({ error }: { readonly error: unknown }) {
  const reason = reasonOf(error);
  if (reason !== 'INVALID_LINK' && reason !== 'ONLY_ON_THIS_MACHINE') return <ErrorAlert error={error} />;
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md border border-warn bg-warn-ground p-3 text-warn">
      <p>{reason === 'INVALID_LINK' ? w.signIn.linkUsed : w.signIn.linkElsewhere}</p>
      {reason === 'INVALID_LINK' && <code className="font-mono text-sm">npm run sign-in</code>}
    </div>
  );
}
