import { getRouteApi, useRouter } from '@tanstack/react-router';
import { queries } from '../../lib/query.ts';
import { useTitle } from '../../ui/page.tsx';
import { w } from '../../words/index.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

/** Signs in, and goes on where the person wanted to go. */
export default function SignIn() {
  const { to } = route.useSearch();
  const router = useRouter();
  useTitle(w.signIn.title);
  const goOn = () => {
    queries.clear();
    // Only a path of this console: a link may not lead anywhere else from here.
    router.history.push(to?.startsWith('/') && !/^\/[/\\]/.test(to) ? to : '/');
  };
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 p-4">
      <h1 className="text-2xl font-semibold">{w.signIn.title}</h1>
      <SignInForm onDone={goOn} />
    </main>
  );
}
