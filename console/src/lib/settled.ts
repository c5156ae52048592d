import { useEffect, useState } from 'react';

/** Long enough that nobody is asked about each letter of a word. */
const REST_MS = 200;

/** What is being written, as it was when whoever writes it last paused. */
export function useSettled<T>(written: T): T {
  const [settled, setSettled] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), REST_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled;
}
