import { useEffect, useState } from 'react';

/** Long enough that nobody is asked about each letter of a word. */
const DEBOUNCE_MS = 200;

/** What is being written, as it was when whoever writes it last paused. */
export function useDebouncedValue<T>(value: T): T {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
}
