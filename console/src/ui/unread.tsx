import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';

interface Props {
  /** What kind of thing the screen is about; its name is not known yet. */
  readonly title: string;
  readonly of: { readonly error: unknown; readonly refetch: () => unknown };
}

/** A screen whose thing is still being read, or could not be. */
export function Unread({ title, of: { error, refetch } }: Props) {
  return (
    <Page title={title}>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading lines={8} />}</Page>
  );
}
