import { useEffect, useState } from 'react';

/** Long enough that nobody is asked about each letter of a word. */
const REST_MS = 200;

/** A text as it was when whoever types it last paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
