import { definePlugin } from '../../kernel/index.ts'
import { createSiteReader } from './binding/index.ts'
import { apiRoutes } from './api-routes.ts'
import { siteCommands } from './commands/index.ts'
import { optionsSchema, readOptions } from './options.ts'
import { Revisions } from './pages/revisions.ts'
import { Preview } from './pages/preview.ts'
import { Site } from './pages/site.ts'
import { structuralSlugs } from './pages/structure.ts'
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

/** Check and build the public site. */
export default definePlugin({
  name: 'site-renderer',
  version: '1.0.0',
  requires: ['access', 'config', 'documentStore', 'resourceReader', 'typeRegistry'],
  provides: [],
  contributes: { commands: siteCommands, hosts: 'hosts', segments: ['site'], screens: siteScreens },
  options: optionsSchema,
  register({ app, contracts, options, onClose }) {
    const { access, config, documentStore: store, resourceReader: reader, typeRegistry: registry } = contracts
    const read = readOptions(options, config)
    const revisions = new Revisions(store, registry)
    onClose(() => revisions.close())
    const content = createSiteReader({ reader, registry, types: read.types })
    const structure = createSiteReader({ reader, registry, types: structuralSlugs })
    const parts = { options: read, registry, revisions, content, structure }
    const site = new Site(parts)
    siteRoutes(app, { site, config, hosts: read.hosts })
    apiRoutes(app, { site, preview: new Preview(parts, site), access, config, hosts: read.hosts })
    return {}
  },
})
