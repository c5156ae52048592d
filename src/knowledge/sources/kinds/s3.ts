import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { patternFor, patternProblems } from '../../../platform/patterns.ts';
import { serverProblem } from './addresses.ts';
import type { SourceKind } from './kind.ts';
import { PATHS } from './paths.ts';

/** Objects of a bucket of an S3-compatible server. */
export const s3Kind: SourceKind = {
  name: 's3',
  fields: {
    bucket: {
      schema: Type.String({
        pattern: patternFor(patternProblems.invalid_bucket, '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$'),
        description: 'name of the bucket',
      }),
    },
    prefix: {
      schema: Type.String({ maxLength: 900, description: 'beginning of the keys that are taken; empty for all' }),
      initial: '',
    },
    endpoint: {
      schema: Type.String({ maxLength: 500, description: 'address of the server; that of AWS where it is empty' }),
      initial: '',
      address: true,
    },
    region: {
      schema: Type.String({ pattern: patternFor(patternProblems.invalid_region, '^[a-z0-9-]{1,60}$') }),
      initial: 'us-east-1',
    },
    access_key_id: {
      schema: Type.String({
        pattern: patternFor(patternProblems.unprintable_text, '^[\\x21-\\x7e]{1,200}$'),
        description: 'its secret is given as `secret`',
      }),
    },
    ...PATHS,
  },
  secret: 'needed',
  check({ endpoint }) {
    const problem = endpoint === '' ? undefined : serverProblem(String(endpoint));
    if (problem !== undefined) throw errors.invalid(['config', 'endpoint'], problem);
  },
};

/** What is said of a bucket. */
export interface BucketConfig {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly paths: readonly string[];
}
