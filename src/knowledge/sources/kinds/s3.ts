import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { findAddressProblem, PATHS_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for a bucket of an S3-compatible server. */
export const s3Kind: SourceKind = {
  name: 's3',
  fields: {
    bucket: {
      schema: Type.String({
        pattern: definePattern(patternProblems.invalid_bucket, '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$'),
        description: 'Name of the bucket.',
      }),
    },
    prefix: {
      schema: Type.String({ maxLength: 900, description: 'Prefix of the object keys to read. Empty for all objects.' }),
      initial: '',
    },
    endpoint: {
      schema: Type.String({ maxLength: 500, description: 'URL of the server. Empty for AWS.' }),
      initial: '',
      address: true,
    },
    region: {
      schema: Type.String({ pattern: definePattern(patternProblems.invalid_region, '^[a-z0-9-]{1,60}$') }),
      initial: 'us-east-1',
    },
    access_key_id: {
      schema: Type.String({
        pattern: definePattern(patternProblems.unprintable_text, '^[\\x21-\\x7e]{1,200}$'),
        description: 'ID of the access key. The secret access key is set as `secret`.',
      }),
    },
    ...PATHS_FIELD,
  },
  secret: 'needed',
  check({ endpoint }) {
    const problem = endpoint === '' ? undefined : findAddressProblem(String(endpoint));
    if (problem !== undefined) throw errors.invalid(['config', 'endpoint'], problem);
  },
};

/** Configuration of a bucket source. */
export interface BucketConfig {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly paths: readonly string[];
}
