import { useEffect, useState } from 'react';

/** Avoids a request per keystroke. */
const DEBOUNCE_MS = 200;

/** Returns a value after it has been stable for a moment. */
export function useDebouncedValue<T>(value: T): T {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debouncedValue;
}
