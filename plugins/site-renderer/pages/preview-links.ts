import { createHmac, timingSafeEqual } from 'node:crypto'
import { Conflict, NotFound, defaultAccount } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { requestDeadline } from '../../../lib/query/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { ResourceReader, TypedDocument } from '../../dynamic-resources/contract.ts'
import type { Files, PublicName } from '../../files/contract.ts'
import type { SiteBase } from './addresses/address.ts'
import { addressesOf } from './addresses/addresses.ts'
import { filesIn } from './pictures.ts'
import type { Preview, PreviewAnswer, PreviewRequest } from './preview.ts'
import { filesPath, previewsPath, publicFileName } from './public-name.ts'
import type { Site } from './site.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

interface PreviewLinkParts {
  key: Buffer
  reader: ResourceReader
  site: Site
  preview: Preview
  /** Undefined when no plugin provides files. */
  files: Files | undefined
}

/** What a link contains. */
interface LinkContent {
  id: string
  /** URN of the user who made it. */
  maker: string
  /** In seconds since 1970. */
  expires: number
}

const signatureLength = 16

/** Signed links to the page about one draft. Each view checks again whether the maker may modify the resource; nothing is stored or cached. */
export class PreviewLinks {
  readonly #parts: PreviewLinkParts

  constructor(parts: PreviewLinkParts) {
    this.#parts = parts
  }

  /**
   * @param seconds how long it can be used
   * @returns its path on the site
   * @throws NotFound when there is no such draft that the maker may modify; Conflict when it is of a type without drafts, or no page of the site is about it
   */
  async create(maker: Caller, id: string, seconds: number): Promise<{ path: string; expires_at: string }> {
    const { site, preview } = this.#parts
    const found = await this.#find(maker, id)
    if (found !== undefined && found.type.set === undefined)
      throw new Conflict(`the type ${found.type.slug} has no drafts (x-drafts): what is written is public`)
    const request = found && draftIn(found)
    if (request === undefined) throw new NotFound('there is no such resource')
    const { details } = await site.shared(requestDeadline())
    if (addressesOf(await preview.draftOf(request), details).length === 0)
      throw new Conflict(`the site has no page for this ${request.type_slug}`)
    const expires = Math.floor(Date.now() / 1000) + seconds
    const path = previewsPath + this.#write({ id, maker: maker.id, expires })
    return { path, expires_at: new Date(expires * 1000).toISOString() }
  }

  /** The page; undefined if the link has ended, or there is no such page. */
  async render(token: string, base: SiteBase): Promise<PreviewAnswer | undefined> {
    const request = await this.#open(token)
    if (request === undefined) return undefined
    const pathOf = (_id: string, name: PublicName): string =>
      `${previewsPath}${token}${filesPath}${publicFileName(name)}`
    return this.#parts.preview.render(request, base, { pathOf }).catch(insteadOf(NotFound, undefined))
  }

  /** Whether the draft of a link shows this file. */
  async shows(token: string, { sha256 }: PublicName): Promise<boolean> {
    const { files, preview } = this.#parts
    const request = await this.#open(token)
    if (files === undefined || request === undefined) return false
    const names = await files.publicFiles(defaultAccount, filesIn(await preview.draftOf(request)))
    return [...names.values()].some(name => name.sha256 === sha256)
  }

  async #open(token: string): Promise<PreviewRequest | undefined> {
    const content = this.#read(token)
    if (content === undefined || content.expires <= Date.now() / 1000) return undefined
    const found = await this.#find({ id: content.maker, account_id: defaultAccount }, content.id)
    return found && draftIn(found)
  }

  async #find(caller: Caller, id: string): Promise<TypedDocument | undefined> {
    const { reader } = this.#parts
    return (await reader.getMany(reader.callerScope(caller, 'draft'), [id])).get(id)
  }

  #sign(body: Buffer): Buffer {
    return createHmac('sha256', this.#parts.key).update(body).digest().subarray(0, signatureLength)
  }

  #write({ id, maker, expires }: LinkContent): string {
    const body = Buffer.from(JSON.stringify([id, maker, expires]))
    return Buffer.concat([this.#sign(body), body]).toString('base64url')
  }

  /** @returns undefined for a token that was not written here */
  #read(token: string): LinkContent | undefined {
    const bytes = Buffer.from(token, 'base64url')
    const body = bytes.subarray(signatureLength)
    const isGenuine =
      bytes.toString('base64url') === token &&
      bytes.length > signatureLength &&
      timingSafeEqual(bytes.subarray(0, signatureLength), this.#sign(body))
    if (!isGenuine) return undefined
    const content: unknown = JSON.parse(body.toString())
    const [id, maker, expires]: unknown[] = Array.isArray(content) ? content : []
    if (typeof id !== 'string' || typeof maker !== 'string' || typeof expires !== 'number')
      throw new Error('a signed link contains no resource')
    return { id, maker, expires }
  }
}

/** The draft of what the caller may modify; anything else is read as it is public. */
const draftIn = ({ type, document }: TypedDocument): PreviewRequest | undefined =>
  type.set?.perspective === 'draft' ? { type_slug: type.slug, id: document.id, data: readData(document) } : undefined
