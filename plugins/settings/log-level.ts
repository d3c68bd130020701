import type { FastifyBaseLogger } from 'fastify'
import type { LogLevel } from '../../kernel/index.ts'
import type { DocumentStore } from '../../lib/store-kit/index.ts'
import type { SettingsService } from './service.ts'
import { settingId, settingRecords } from './values.ts'

/** Apply the setting `log` now and whenever an instance changes it. @returns a function that ends it */
export async function followLogLevel(
  store: DocumentStore,
  service: SettingsService,
  { logLevel, log }: { logLevel: LogLevel; log: FastifyBaseLogger },
): Promise<() => void> {
  const apply = async (): Promise<void> => logLevel.set((await service.read('log')).data.level)
  const applyInBackground = (): void => {
    apply().catch((error: unknown) => log.warn({ err: error }, 'the setting of the log level could not be read'))
  }
  const feed = await store.watch([settingRecords.log.name], {
    changed: ({ id }) => {
      if (id === settingId('log')) applyInBackground()
    },
    lost: applyInBackground,
  })
  await apply()
  return () => feed.close()
}
