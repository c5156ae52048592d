import { nextSteps } from '../../src/agents/provisioning/next-steps.ts';
import { lockDependency, storeDependencyResult } from '../../src/agents/provisioning/queries.ts';
import { ValidationError } from '../../src/platform/errors.ts';
import type { ActivityContext } from '../context.ts';
import { resolveDependency } from './resolve.ts';

/** Finds or creates the resource of a dependency and stores its status, in one transaction. */
export async function provisionDependency({ db }: ActivityContext, dependencyId: string): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const locked = await lockDependency(trx, dependencyId);
      if (!locked) return;
      await storeDependencyResult(
        trx,
        dependencyId,
        await resolveDependency(trx, locked.request, locked.row.dependency),
      );
    });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [problem] = error.problems;
    const cause = problem ? { msg: problem.msg, code: problem.code, params: problem.params } : error.message;
    const next_step = nextSteps.change_dependency({ problem: cause });
    await storeDependencyResult(db, dependencyId, {
      status: 'failed',
      target_type: null,
      target_id: null,
      tool_id: null,
      next_step,
    });
  }
}
