import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';

interface Props {
  /** Undefined while loading. */
  readonly isAllowed: boolean | undefined;
  /** Text that names the required role. */
  readonly permissionHint: string;
  readonly children: ReactNode;
}

/** Renders its children only for users with the permission, so that others send no API requests for them. */
export function RequirePermission({ isAllowed, permissionHint, children }: Props) {
  if (isAllowed === undefined) return <Loading lineCount={4} />;
  return isAllowed ? children : <p className="text-muted">{permissionHint}</p>;
}
