import { definePlugin } from '../../kernel/index.ts'
import { apiRoutes } from './api-routes.ts'
import { siteOptionsSchema, readSiteOptions } from './options.ts'
import type { OpenSite } from './pages/index.ts'
import { siteRoutes } from './routes.ts'
import type { Screen } from '../admin/contract.ts'

/** The screens of the admin for the pages of the site and the problems of its templates. They also enable the preview in forms. */
const siteScreens: readonly Screen[] = [
  {
    name: 'site',
    path: '/website',
    title: 'Public site',
    icon: 'globe',
    section: 'content',
    component: 'SitePage',
  },
]

/** Loaded for the first page or preview: rendering has more modules and libraries than any other plugin. */
const loadPages = () => import('./pages/index.ts')

/** Check and build the public site. */
export default definePlugin({
  name: 'site-renderer',
  version: '1.0.0',
  requires: ['access', 'config', 'documentStore', 'resourceReader', 'typeRegistry'],
  optional: ['files', 'identity'],
  provides: [],
  contributes: {
    commands: async (...args) => (await import('./commands.ts')).siteCommands(...args),
    hosts: 'hosts',
    segments: ['site'],
    screens: siteScreens,
    upgrade: {
      async plan(contract, { isListed }) {
        if (!isListed) return []
        const { listColumnlessFilters } = await import('./columnless.ts')
        return listColumnlessFilters({
          documentStore: contract('documentStore'),
          resourceReader: contract('resourceReader'),
          typeRegistry: contract('typeRegistry'),
          config: contract('config'),
        })
      },
      run: async () => undefined, // templates stay as they are, and the site shows what does not work
    },
  },
  options: siteOptionsSchema,
  register({ app, contracts, optional, options, onClose }) {
    const { access, config } = contracts
    const read = readSiteOptions(options, config)
    let opened: Promise<OpenSite> | undefined
    const open = (): Promise<OpenSite> =>
      (opened ??= loadPages().then(({ openSite }) => openSite({ ...contracts, files: optional('files') }, read)))
    onClose(async () => (await opened)?.close())
    const parts = { open, access, identity: () => optional('identity'), config, hosts: read.hosts }
    siteRoutes(app, parts)
    apiRoutes(app, parts)
    return {}
  },
})
