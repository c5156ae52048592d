import { Screen } from './screen.tsx';

/** The queue of what waits for a decision. */
export default function Inbox() {
  return <Screen open={undefined} />;
}
