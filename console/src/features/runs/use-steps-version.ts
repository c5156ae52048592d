import { startTransition, useEffect, useState } from 'react';
import type { RunSteps } from './run-steps.ts';

/**
 * Returns the version of the steps and renders the component again when it changes. React divides these renders into
 * short tasks, because a synchronous render of a long run would skip frames.
 */
export function useStepsVersion(steps: RunSteps): number {
  const [version, setVersion] = useState(steps.version);
  useEffect(() => {
    const update = () => startTransition(() => setVersion(steps.version));
    // The steps may have changed since the render.
    update();
    return steps.subscribe(update);
  }, [steps]);
  return version;
}
