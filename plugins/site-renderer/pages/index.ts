import { createSiteReader } from '../binding/index.ts'
import type { DocumentStore } from '../../../kernel/index.ts'
import { openCursors } from '../../../lib/query/index.ts'
import type { ResourceReader } from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { SiteOptions } from '../options.ts'
import { Preview } from './preview.ts'
import { Revisions } from './revisions.ts'
import { Site } from './site.ts'
import { structuralSlugs } from './structure.ts'

/** The parts of the service that a site needs. */
export interface SiteContracts {
  documentStore: DocumentStore
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
}

/** The public site, and the previews of its pages. */
export interface OpenSite {
  site: Site
  preview: Preview
  close(): void
}

export async function openSite(
  { documentStore: store, resourceReader: reader, typeRegistry: registry }: SiteContracts,
  options: SiteOptions,
): Promise<OpenSite> {
  const revisions = new Revisions(store, registry)
  const content = createSiteReader({ reader, registry, types: options.types })
  const structure = createSiteReader({ reader, registry, types: structuralSlugs })
  const cursors = await openCursors(store)
  const parts = { options, registry, revisions, cursors, content, structure }
  const site = new Site(parts)
  return { site, preview: new Preview(parts, site), close: () => revisions.close() }
}
