import Type from 'typebox';
import { findModelName } from '../../src/models/catalog.ts';
import type { ExclusionRow } from '../../src/models/queries.ts';
import type { ModelCatalog } from '../../src/platform/models/catalog.ts';
import { Id, Nullable, Timestamp } from '../../src/platform/schemas.ts';

export const ModelExclusion = Type.Object(
  {
    id: Id,
    scope: Type.String({ description: 'Scope of the rule: `organization` or `project`.' }),
    org_id: Id,
    project_id: Nullable(Id),
    rule_type: Type.String({ description: 'Type of the rule: `model_id`, `provider` or `vendor`.' }),
    value: Type.String({ description: 'ID of a model, or name of a provider or vendor.' }),
    model_name: Nullable(Type.String({ description: 'Name of the model, if the rule excludes a configured model.' })),
    reason: Nullable(Type.String()),
    created: Timestamp,
    modified: Timestamp,
  },
  { title: 'ModelExclusion' },
);

/** Converts a rule to its record. */
export function toExclusionRecord(models: ModelCatalog, row: ExclusionRow) {
  return {
    ...row,
    scope: row.project_id === null ? 'organization' : 'project',
    model_name: row.rule_type === 'model_id' ? findModelName(models, row.value) : null,
  };
}
