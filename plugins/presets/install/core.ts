import { systemCaller } from '../../../kernel/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { installedOf } from './records.ts'
import type { PresetService } from './service.ts'

/** The preset of what everything else stands on. */
export const coreName = 'core'

/**
 * Install what everything else stands on, if that was never done. Without the behaviours whose plugins are switched off; they run as soon as these
 * are switched on.
 * @param warn told of such behaviours
 */
export async function installCore(
  store: DocumentStore,
  service: PresetService,
  warn: (message: string) => void,
): Promise<void> {
  const missing = service.missingBehaviours(coreName)
  if (missing.length > 0)
    warn(`preset ${coreName}: no plugin that is switched on supplies the behaviours ${missing.join(', ')}`)
  if ((await installedOf(store, [coreName])).has(coreName)) return
  await service.install(systemCaller(), coreName, { withoutBehaviours: true })
}
