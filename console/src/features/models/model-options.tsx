import type { Schemas } from '../../lib/api.ts';

interface Props {
  readonly of: readonly Pick<Schemas['Model'], 'id' | 'name' | 'vendor'>[];
}

/** Models to choose from, as a list of options has them. Shared by evals and settings. */
export function ModelOptions({ of }: Props) {
  return of.map(({ id, name, vendor }) => (
    <option key={id} value={id}>
      {`${name} (${vendor})`}
    </option>
  ));
}
