import type { CollectionDefinition, Config, StoredDocument } from '../../../kernel/index.ts'
import { createStore } from '../../../kernel/store.ts'

/** The complete content of a store, below the API. */
export type Content = Record<string, { definition: CollectionDefinition; documents: StoredDocument[][] }>

/** Read a store: by collection its definition, and every state of every document, in the order of their ids. */
export async function contentOf(config: Config['store']): Promise<Content> {
  const store = await createStore(config)
  await store.open({ convert: true })
  try {
    const content: Content = {}
    for (const definition of await store.collections()) {
      const { name } = definition
      const documents: StoredDocument[][] = []
      for await (const portion of store.scan(name)) {
        for (const { id } of portion) documents.push(await store.versions(name, id, { limit: 1000 }))
      }
      content[name] = { definition, documents }
    }
    return content
  } finally {
    await store.close()
  }
}
