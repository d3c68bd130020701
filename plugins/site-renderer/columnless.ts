import type { Config, PendingUpgrade } from '../../kernel/index.ts'
import { noColumn } from '../../lib/json-schema/index.ts'
import { readSiteOptions } from './options.ts'
import { openSite } from './pages/index.ts'
import type { SiteContracts } from './pages/index.ts'

/** What `plinth upgrade --check` lists: filters and sorts of templates of version 0.2.0 that name a property which is no column. */
export async function listColumnlessFilters({
  config,
  ...contracts
}: SiteContracts & { config: Config }): Promise<PendingUpgrade[]> {
  if ((await contracts.typeRegistry.find('web-page-template')) === undefined) return []
  const opened = await openSite(contracts, { ...readSiteOptions({}, config), types: '*' })
  try {
    const found = (await opened.site.problems()).filter(({ message }) => message.includes(noColumn))
    return found.map(({ id, name, field, message }) => ({
      name: `site/${id}/${field}`,
      description: `the template "${name}" stays as it is: ${message}`,
      rows: 0,
    }))
  } finally {
    opened.close()
  }
}
