import type { FastifyInstance } from 'fastify'
import { definePlugin } from '../../kernel/index.ts'
import type { Contracts } from '../../kernel/index.ts'
import { settingsRoutes } from './routes.ts'
import { SettingsService } from './service.ts'
import { seedSettings, settingId, settingRecords } from './values.ts'
import type { RenameFollower } from '../types/contract.ts'
import type { Sidebar } from './values.ts'
import { mapValues } from '../../lib/json/index.ts'

/** Settings of the whole instance: the sidebar of the admin, the roles, and their policies. */
export default definePlugin({
  name: 'settings',
  version: '1.0.0',
  requires: ['documentStore', 'events', 'logLevel', 'typeRegistry'],
  provides: ['settings'],
  contributes: {
    segments: ['settings'],
    commands: async (...args) => (await import('./commands.ts')).settingsCommands(...args),
  },
  async register({ app, contracts: { documentStore: store, events, logLevel, typeRegistry: registry }, onClose }) {
    await seedSettings(store)
    const service = new SettingsService(store, events)
    await service.start()
    onClose(() => service.close())
    onClose(await followLogLevel(app, { documentStore: store, logLevel }, service))
    registry.onRename(followRename(service))
    settingsRoutes(app, { service, registry })
    return { settings: service }
  },
})

/** Apply the setting `log` now and whenever an instance changes it. @returns a function that ends it */
async function followLogLevel(
  { log }: FastifyInstance,
  { documentStore: store, logLevel }: Pick<Contracts, 'documentStore' | 'logLevel'>,
  service: SettingsService,
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

/** When a type gets another slug, settings that contain the slug are updated. */
function followRename(service: SettingsService): RenameFollower {
  return async ({ caller, from, to }) => {
    const sidebar = await service.read('sidebar')
    const access = await service.read('role-access')
    const rename = (slugs: string[]): string[] => slugs.map(slug => (slug === from ? to : slug))
    const by_role = mapValues(sidebar.data.by_role, own => mapSlugs(own, rename))
    const roles = mapValues(access.data.roles, policies =>
      Object.fromEntries(Object.entries(policies).map(([slug, actions]) => [slug === from ? to : slug, actions])),
    )
    return [
      ...(await service.replaceOperations(caller, 'sidebar', sidebar, { ...mapSlugs(sidebar.data, rename), by_role })),
      ...(await service.replaceOperations(caller, 'role-access', access, { roles })),
    ]
  }
}

/** A sidebar with its lists of slugs changed. */
const mapSlugs = ({ hidden_slugs, menu_groups, ...rest }: Sidebar, change: (slugs: string[]) => string[]): Sidebar => ({
  ...rest,
  hidden_slugs: change(hidden_slugs),
  menu_groups: mapValues(menu_groups, change),
})
