import { systemCaller } from '../../../kernel/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { installedOf } from './records.ts'
import type { PresetService } from './service.ts'

/** The preset that every other one depends on. */
export const coreName = 'core'

/**
 * Install the core preset if it was never installed. Behaviours whose plugins are switched off are skipped; they run as soon as the plugins
 * are switched on.
 * @param warn called with the skipped behaviours
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
