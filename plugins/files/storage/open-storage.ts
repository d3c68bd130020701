import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../../../kernel/index.ts'
import type { FilesConfig } from '../options.ts'
import { FolderStorage } from './folder.ts'
import { S3Storage } from './s3.ts'
import type { FileStorage } from './storage.ts'

/** The storage that the configuration names, and folders of this machine for what arrives. */
export interface OpenedStorage {
  storage: FileStorage
  arrivals: string
  /** For what arrives in several requests. */
  uploads: string
  close(): void
}

/**
 * @throws ConfigurationError where the files of several instances would be in the folders of each: no folder is configured, and the store is no file
 */
export function openStorage({ mode, store, files }: FilesConfig): OpenedStorage {
  if (files?.s3 !== undefined) {
    const { hostname: bucket, pathname } = new URL(files.url)
    const prefix = pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/')
    // What arrives is on a disk of this machine.
    const here = inFolder(
      store.path === undefined || store.path === ':memory:' ? join(tmpdir(), 'plinth-files') : besideOf(store.path),
    )
    return { ...here, storage: new S3Storage({ ...files.s3, bucket, prefix: decodeURIComponent(prefix) }) }
  }
  if (files !== undefined) return inFolder(fileURLToPath(files.url))
  if (store.path === undefined && mode === 'production')
    throw new ConfigurationError(
      'FILES_URL is not set: name the folder of the files (file:///srv/files), which all instances share, or a bucket (s3://bucket/prefix), or switch the plugin "files" off',
    )
  if (store.path === ':memory:') return inTemporary(store)
  return inFolder(store.path === undefined ? join(process.cwd(), 'data', 'files') : besideOf(store.path))
}

const besideOf = (path: string): string => join(dirname(path), 'files')

/** The folders of stores in memory: the backup of a service reads what the service has written. */
const temporary = new WeakMap<FilesConfig['store'], string>()

function inTemporary(store: FilesConfig['store']): OpenedStorage {
  const folder = temporary.get(store) ?? mkdtempSync(join(tmpdir(), 'plinth-files-'))
  temporary.set(store, folder)
  return { ...inFolder(folder), close: () => rmSync(folder, { recursive: true, force: true }) }
}

const inFolder = (folder: string): OpenedStorage => ({
  storage: new FolderStorage(folder),
  arrivals: join(folder, 'arriving'),
  uploads: join(folder, 'uploads'),
  close: () => undefined,
})
