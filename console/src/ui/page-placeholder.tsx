import { ErrorAlert } from './error-alert.tsx';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';

interface Props {
  /** Type of the resource, while its name is unknown. */
  readonly title: string;
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
}

/** A screen whose resource is loading or failed to load. */
export function PagePlaceholder({ title, query: { error, refetch } }: Props) {
  return (
    <Page title={title}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loading lineCount={8} />}
    </Page>
  );
}
