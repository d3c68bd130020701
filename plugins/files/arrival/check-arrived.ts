import { BadRequest, NotReady, PluginFault, reasonOf } from '../../../kernel/index.ts'
import type { Contribution } from '../../../kernel/index.ts'
import type { ArrivedFile, FileCheck } from '../contract.ts'
import { inTime } from '../../../lib/event-loop/index.ts'

/** How long one check of a file can take, ms. */
const maxCheckMs = 120_000

/**
 * Run the checks of other plugins on a file that has arrived.
 * @throws BadRequest with the reason of the check that refuses it; `files-unavailable` when it could not be checked
 */
export async function checkArrived(
  contributions: readonly Contribution<'fileChecks'>[],
  file: ArrivedFile,
): Promise<void> {
  for (const { plugin, value } of contributions)
    for (const check of value) {
      const reason = await outcomeOf(plugin, check, file)
      if (reason !== undefined) throw new BadRequest(`the file was refused (${check.name}): ${reason}`)
    }
}

async function outcomeOf(plugin: string, check: FileCheck, file: ArrivedFile): Promise<string | undefined> {
  try {
    return await inTime(Promise.resolve(check.check(file)), maxCheckMs, () => {
      throw new Error(`it took longer than ${maxCheckMs} ms`)
    })
  } catch (error) {
    throw new NotReady('the file could not be checked at the moment; nothing was stored, try again', {
      code: 'files-unavailable',
      cause: new PluginFault(plugin, `its check "${check.name}" of a file failed: ${reasonOf(error)}`, {
        cause: error,
      }),
      headers: { 'retry-after': '10' },
    })
  }
}
