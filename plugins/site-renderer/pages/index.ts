import { createSiteReader } from '../binding/index.ts'
import type { Caller, DocumentStore } from '../../../kernel/index.ts'
import { openCursors } from '../../../lib/query/index.ts'
import { openStoreKey } from '../../../lib/store-kit/index.ts'
import type { ReadScope, ResourceReader } from '../../dynamic-resources/contract.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { Files } from '../../files/contract.ts'
import type { SiteReader } from '../contract.ts'
import type { SiteOptions } from '../options.ts'
import { PublicPictures, pictureReader, previewPath } from './pictures.ts'
import { PreviewLinks } from './preview-links.ts'
import { Preview } from './preview.ts'
import type { SiteReaders } from './preview.ts'
import { Revisions } from './revisions.ts'
import { Site } from './site.ts'
import { structuralSlugs } from './structure.ts'

/** The parts of the service that a site needs. */
export interface SiteContracts {
  documentStore: DocumentStore
  resourceReader: ResourceReader
  typeRegistry: TypeRegistry
  /** Undefined when no plugin provides files. */
  files?: Files | undefined
}

/** The public site, and the previews of its pages. */
export interface OpenSite {
  site: Site
  preview: Preview
  links: PreviewLinks
  /** Undefined when no plugin provides files. */
  pictures: PublicPictures | undefined
  close(): void
}

/** The files that an editor may read: a draft can name any. */
const filesFor = (files: Files, reader: ResourceReader, editor: ReadScope): Files => ({
  ...files,
  publicFiles: async (account_id, ids) =>
    files.publicFiles(account_id, [...(await reader.getMany(editor, ids)).keys()]),
})

export async function openSite(
  { documentStore: store, resourceReader: reader, typeRegistry: registry, files }: SiteContracts,
  options: SiteOptions,
): Promise<OpenSite> {
  const revisions = new Revisions(store, registry)
  const open = (types: readonly string[] | '*', shown = files, editor?: ReadScope): SiteReader => {
    const plain = createSiteReader({ reader, registry, types, ...(editor !== undefined && { editor }) })
    // The site does not show the pictures of drafts yet: an editor gets them like any file.
    return shown === undefined ? plain : pictureReader(plain, shown, editor && previewPath(shown))
  }
  const content = open(options.types)
  const structure = open(structuralSlugs)
  const readersFor = (caller: Caller): SiteReaders => {
    const editor = reader.callerScope(caller, 'draft')
    const readable = files && filesFor(files, reader, editor)
    return {
      content: open(options.types, readable, editor),
      structure: open(structuralSlugs, readable, editor),
      files: readable,
    }
  }
  const cursors = await openCursors(store)
  const parts = { options, registry, revisions, cursors, content, structure, files }
  const site = new Site(parts)
  const pictures =
    files === undefined ? undefined : new PublicPictures({ files, revisions, readers: [content, structure] })
  const preview = new Preview(parts, site, readersFor)
  const links = new PreviewLinks({ key: await openStoreKey(store, 'preview-link'), reader, site, preview, files })
  return { site, preview, links, pictures, close: () => revisions.close() }
}
