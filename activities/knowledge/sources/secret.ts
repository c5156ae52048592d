import { findCredential } from '../../../src/connections/credentials.ts';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { SourceError, type SyncContext } from './kind.ts';

/** Returns the secret of a source, undefined if it has none. Read each time because it may change. */
export async function getSecret({ ctx, run }: SyncContext): Promise<string | undefined> {
  if (run.credential_id === null) return undefined;
  const credential = await findCredential(ctx.db, ctx.ring, run.credential_id);
  if (credential?.secret.kind === 'api_key') return credential.secret.value;
  throw new SourceError(toRunError('SECRET_MISSING', sourceFailures.source_secret_missing), false);
}
