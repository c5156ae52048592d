import Type from 'typebox';
import { modelName } from '../../src/models/catalogue.ts';
import type { ExclusionRow } from '../../src/models/queries.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { Id, Nullable, Timestamp } from '../schemas.ts';

export const ModelExclusion = Type.Object(
  {
    id: Id,
    scope: Type.String({ description: 'whose rule it is: organization or project' }),
    org_id: Id,
    project_id: Nullable(Id),
    rule_type: Type.String({ description: 'what it names: model_id, provider or vendor' }),
    value: Type.String({ description: 'id of a model, or name of a provider or vendor' }),
    model_name: Nullable(Type.String({ description: 'name of the model, where it names one that is configured' })),
    reason: Nullable(Type.String()),
    created: Timestamp,
    modified: Timestamp,
  },
  { title: 'ModelExclusion' },
);

/** A rule as it is shown. */
export function exclusionRecord(models: ModelCatalogue, row: ExclusionRow) {
  return {
    ...row,
    scope: row.project_id === null ? 'organization' : 'project',
    model_name: row.rule_type === 'model_id' ? modelName(models, row.value) : null,
  };
}
