import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';

interface Props {
  /** Undefined until it is known. */
  readonly may: boolean | undefined;
  /** Which role it takes. */
  readonly needs: string;
  readonly children: ReactNode;
}

/** What is there for those who may; others are told which role it takes, and nothing is asked of the API for them. */
export function Allowed({ may, needs, children }: Props) {
  if (may === undefined) return <Loading lines={4} />;
  return may ? children : <p className="text-quiet">{needs}</p>;
}
