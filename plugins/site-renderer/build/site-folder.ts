import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, posix, resolve } from 'node:path'
import { CommandFailed, exitCode } from '../../../kernel/index.ts'
import type { SiteFile } from './file.ts'
import { fileName, localPath } from './local-path.ts'

/** Stored next to the files: lists those that belong to the site, so that no other file is ever removed. */
const listName = '.plinth-site.json'

type Content = Buffer | string | AsyncIterable<Uint8Array>

const isMissing = Symbol('there is no such file')

/** The output folder of a built site. */
export class SiteFolder {
  written = 0
  unchanged = 0
  readonly #folder: string
  /** Path of the published site, with a slash at both ends. */
  readonly #root: string
  readonly #before: ReadonlySet<string>
  /** The paths on the site by the name of their file. */
  readonly #now = new Map<string, string>()
  /** The folders inside the output that were checked. */
  readonly #checked = new Set(['.'])

  private constructor(folder: string, root: string, before: ReadonlySet<string>) {
    this.#folder = folder
    this.#root = root
    this.#before = before
  }

  /**
   * @param baseUrl the address at which the site will be published
   * @throws CommandFailed for a folder that contains other files
   */
  static async open(folder: string, baseUrl = 'http://localhost/'): Promise<SiteFolder> {
    if (!URL.canParse(baseUrl)) throw new CommandFailed('--base-url must be an http(s) address', exitCode.usage)
    const path = resolve(folder)
    await mkdir(path, { recursive: true })
    const before = await readList(path)
    if (before === undefined && (await readdir(path)).length > 0) {
      throw new CommandFailed(`${folder} is not empty, and no site was written to it before`, exitCode.usage)
    }
    return new SiteFolder(path, new URL(baseUrl).pathname.replace(/\/*$/, '/'), new Set(before))
  }

  /**
   * Write a file of the site with its links rewritten, unless it exists already.
   * @returns why it cannot be written; undefined when it is there
   */
  write(file: SiteFile): Promise<string | undefined> {
    return this.#put(file.path, async ({ name, path, isOurs }) => {
      const content = this.#contentOf(file, name)
      return isOurs && (await readIfThere(path))?.equals(content) === true ? undefined : content
    })
  }

  /**
   * Write a picture or another uploaded file, unless it exists already: its name contains the hash of its bytes.
   * @param open returns its bytes; undefined when there is no such file
   * @returns why it cannot be written; undefined when it is there
   */
  writeUploaded(
    sitePath: string,
    open: () => Promise<AsyncIterable<Uint8Array> | undefined>,
  ): Promise<string | undefined> {
    return this.#put(sitePath, async ({ path, isOurs }) =>
      isOurs && (await lstat(path).catch(ignoreMissing))?.isFile() === true ? undefined : ((await open()) ?? isMissing),
    )
  }

  /** Write a file. @param contentOf returns what to write; undefined when it is there already */
  async #put(
    sitePath: string,
    contentOf: (file: {
      name: string
      path: string
      isOurs: boolean
    }) => Promise<Content | typeof isMissing | undefined>,
  ): Promise<string | undefined> {
    const name = fileName(sitePath)
    if (name === undefined) return 'it cannot be the name of a file'
    const other = this.#now.get(name)
    if (other !== undefined)
      return decodedPath(other) === decodedPath(sitePath) ? undefined : `${other} has the same file`
    const path = join(this.#folder, name)
    try {
      await this.#checkFolder(dirname(name))
      const content = await contentOf({ name, path, isOurs: this.#before.has(name) })
      if (content === isMissing) return 'the site shows no such file'
      if (content === undefined) this.unchanged += 1
      else {
        await mkdir(dirname(path), { recursive: true })
        await writeContent(path, content)
        this.written += 1
      }
    } catch (error) {
      const reason = unwritable.get(String(codeOf(error)))
      if (reason === undefined) throw error
      return reason
    }
    this.#now.set(name, sitePath)
    return undefined
  }

  /** Remove files that the site no longer has. @returns the number of removed files */
  async finish(): Promise<number> {
    const stale = [...this.#before].filter(name => !this.#now.has(name))
    for (const name of stale) {
      await this.#checkFolder(dirname(name))
      await rm(join(this.#folder, name), { force: true })
      await this.#removeEmpty(dirname(name))
    }
    await writeContent(join(this.#folder, listName), `${JSON.stringify([...this.#now.keys()].sort(), null, 2)}\n`)
    return stale.length
  }

  /** Check that no folder on the way to a file is a link, through which other files would be changed. @throws CommandFailed naming it */
  async #checkFolder(name: string): Promise<void> {
    if (this.#checked.has(name)) return
    await this.#checkFolder(dirname(name))
    this.#checked.add(name)
    const path = join(this.#folder, name)
    const stats = await lstat(path).catch(ignoreMissing)
    if (stats?.isSymbolicLink() === true) throw isLink(path)
  }

  #contentOf({ path, content, linked }: SiteFile, name: string): Buffer {
    if (linked === undefined) return content
    return Buffer.from(linked.withLinks(link => this.#linkFrom(path, name, link)))
  }

  /** A relative link to a file, so that the site works at any location. The not-found page is displayed at any depth, so its links are absolute. */
  #linkFrom(path: string, name: string, link: string): string {
    const target = localPath(link, path)
    const file = target === undefined ? undefined : fileName(target.path)
    if (target === undefined || file === undefined) return link
    const fragment = target.fragment === '' ? '' : `#${target.fragment}`
    if (fragment !== '' && target.path === path) return fragment
    const local = name === '404.html' ? this.#root + file : posix.relative(posix.dirname(name), file)
    return local.split('/').map(encodeURIComponent).join('/') + fragment
  }

  async #removeEmpty(folder: string): Promise<void> {
    for (let name = folder; name !== '.'; name = dirname(name)) {
      const path = join(this.#folder, name)
      if ((await readdir(path).catch(() => [''])).length > 0) return // not empty, or it does not exist
      await rmdir(path)
    }
  }
}

/** The names of the files written by the previous build; undefined if there was none. */
async function readList(folder: string): Promise<string[] | undefined> {
  const text = (await readIfThere(join(folder, listName)))?.toString() ?? ''
  if (text === '') return undefined
  const names: unknown = JSON.parse(text)
  const isInside = (name: unknown): name is string =>
    typeof name === 'string' && resolve(folder, name).startsWith(resolve(folder, 'x').slice(0, -1))
  return Array.isArray(names) ? names.filter(isInside) : undefined
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  const file = await openWithoutLinks(path, constants.O_RDONLY).catch(ignoreMissing)
  if (file === undefined) return undefined
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function writeContent(path: string, content: Content): Promise<void> {
  const file = await openWithoutLinks(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC)
  try {
    await writeFile(file, content)
  } finally {
    await file.close()
  }
}

async function openWithoutLinks(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags | constants.O_NOFOLLOW)
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? isLink(path) : error
  }
}

/** Failures that concern one name, not the disk: the rest of the site is written. */
const unwritable: ReadonlyMap<string, string> = new Map([
  ['ENAMETOOLONG', 'its name is too long for a file'],
  ['EINVAL', 'it cannot be the name of a file'],
  ['EILSEQ', 'it cannot be the name of a file'],
  ['EISDIR', 'a folder has the name of its file'],
  ['ENOTDIR', 'a file has the name of its folder'],
  ['EEXIST', 'a file has the name of its folder'],
])

const decodedPath = (path: string): string => decodeURI(path).normalize('NFC')

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

const isLink = (path: string): CommandFailed =>
  new CommandFailed(`cannot write ${path}: it is a link; links are not followed`, exitCode.failed)
