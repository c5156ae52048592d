import { findCredential } from '../../../src/connections/credentials.ts';
import { SourceProblem, type SyncWork } from './kind.ts';

/** What a source is shown; undefined where it has no secret. Read anew each time: it may be another by now. */
export async function secretOf({ ctx, run }: SyncWork): Promise<string | undefined> {
  if (run.credential_id === null) return undefined;
  const opened = await findCredential(ctx.db, ctx.ring, run.credential_id);
  if (opened?.secret.kind === 'api_key') return opened.secret.value;
  throw new SourceProblem(
    { reason: 'SECRET_MISSING', message: 'the secret of the source is gone; give it anew' },
    false,
  );
}
