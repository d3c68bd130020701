import { countText } from '../../lib/terminal/index.ts'
import { NotReady } from '../../kernel/index.ts'
import type { DoctorFinding } from '../../kernel/index.ts'
import { readData } from '../../lib/store-kit/index.ts'
import { holdRecords } from './records.ts'
import type { FileServiceParts } from './service.ts'

/** How many examples a message names. */
const maxNamed = 5

/** Compare the files with the storage: bytes that are missing, and bytes that nothing has. Changes nothing. */
export async function checkBytes({
  store,
  storage,
  typeRegistry,
  typeSlug,
}: FileServiceParts): Promise<{ detail: string; problems: DoctorFinding[]; warnings: DoctorFinding[] }> {
  const { collection } = await typeRegistry.active(typeSlug)
  const wanted = new Map<string, string>()
  let files = 0
  for await (const documents of store.scan(collection))
    for (const document of documents) {
      const { sha256 } = readData(document)
      if (typeof sha256 !== 'string') continue
      files += 1
      wanted.set(sha256, document.id)
    }
  const arriving = new Set<string>()
  for await (const documents of store.scan(holdRecords.name))
    for (const { data } of documents.map(document => holdRecords.parse(document)))
      if (data.sequence_no === null) arriving.add(data.sha256)
      else if (!wanted.has(data.sha256)) wanted.set(data.sha256, data.file)
  const stray: string[] = []
  try {
    for await (const { key } of storage.list('')) if (!wanted.delete(key) && !arriving.has(key)) stray.push(key)
  } catch (error) {
    if (!(error instanceof NotReady)) throw error
    const message = `the files cannot be read: ${error.cause instanceof Error ? error.cause.message : error.message}`
    const remedy =
      'see that the storage can be reached, and check FILES_URL and, for a bucket, the variables that begin with FILES_S3_'
    return { detail: storage.location, problems: [{ message, remedy }], warnings: [] }
  }
  const missing = [...wanted].map(([sha256, id]) => `${id} (${sha256})`)
  return {
    detail: `${files} files in ${storage.location}`,
    problems:
      missing.length === 0
        ? []
        : [
            {
              message: `bytes are missing, those of ${countText(missing.length, 'file')}: ${some(missing)}`,
              remedy: 'put the files of the folder content back from a backup, or purge these files',
            },
          ],
    warnings:
      stray.length === 0
        ? []
        : [
            {
              message: `no file has the bytes ${some(stray)}: ${stray.length} in all`,
              remedy: 'the service removes them within two hours while it runs',
            },
          ],
  }
}

const some = (all: readonly string[]): string =>
  all.slice(0, maxNamed).join(', ') + (all.length > maxNamed ? ', …' : '')
