import { BSON, MongoClient } from 'mongodb'
import type { CreateCollectionOptions, Document, IndexDescription, IndexDescriptionInfo } from 'mongodb'

/** A collection with all its parts. */
interface DumpedCollection {
  name: string
  options: CreateCollectionOptions
  indexes: IndexDescriptionInfo[]
  documents: Document[]
}

/** A database as canonical Extended JSON, without the records of running instances. */
export async function dump(url: string): Promise<string> {
  const client = await new MongoClient(url).connect()
  try {
    const database = client.db()
    const collections: DumpedCollection[] = []
    for await (const { name, options } of database.listCollections({}, { nameOnly: false })) {
      if (name.startsWith('system.')) continue
      const collection = database.collection(name)
      const isOfInstances = name === '_heartbeats' || name === '_guards'
      const documents = isOfInstances ? [] : await collection.find().sort({ _id: 1 }).toArray()
      collections.push({ name, options: options ?? {}, indexes: await collection.indexes(), documents })
    }
    collections.sort((a, b) => (a.name < b.name ? -1 : 1))
    return BSON.EJSON.stringify(collections, { relaxed: false })
  } finally {
    await client.close()
  }
}

/** Fill an empty database with the result of {@link dump}. */
export async function restore(url: string, text: string): Promise<void> {
  const client = await new MongoClient(url).connect()
  try {
    const database = client.db()
    for (const { name, options, indexes, documents } of BSON.EJSON.parse(text) as DumpedCollection[]) {
      const collection = await database.createCollection(name, options)
      const further = indexes.flatMap(({ v: _version, ...index }) =>
        index.name === '_id_' ? [] : [index as IndexDescription],
      )
      if (documents.length > 0) await collection.insertMany(documents, { bypassDocumentValidation: true })
      if (further.length > 0) await collection.createIndexes(further)
    }
  } finally {
    await client.close()
  }
}
