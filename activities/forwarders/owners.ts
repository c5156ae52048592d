import { noteTold, ownerAddress, pausedLetter, untoldPauses } from '../../src/forwarders/owners.ts';
import { mailLanguage } from '../../src/identity/mail-language.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';

/** Mails the owners of forwarders that were paused, or of one of them. What can't be sent now is left to the next round. */
export async function tellOwners(ctx: ActivityContext, forwarderId?: string): Promise<void> {
  for (const pause of await untoldPauses(ctx.db, forwarderId)) {
    const tell = async () => {
      const address = await ownerAddress(ctx.db, pause);
      if (address !== undefined) {
        const language = await mailLanguage(ctx.db, address);
        await ctx.mailer.send(address, await pausedLetter(ctx.db, pause, language, ctx.config.publicUrl));
      }
      await noteTold(ctx.db, pause.id);
    };
    await runBestEffort(ctx.log, 'tell of a forwarder that was paused', tell, { task_forwarder_id: pause.id });
  }
}
