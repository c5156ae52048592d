import type { Schemas } from '../../lib/api.ts';

interface Props {
  readonly models: readonly Pick<Schemas['Model'], 'id' | 'name' | 'vendor'>[];
}

/** Renders models as options of a select. */
export function ModelOptions({ models }: Props) {
  return models.map(({ id, name, vendor }) => (
    <option key={id} value={id}>
      {`${name} (${vendor})`}
    </option>
  ));
}
