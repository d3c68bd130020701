import { Forbidden } from '../../../kernel/index.ts'
import type { Access, Action, Caller, DocumentMeta, Visibility } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { isVisible, visibilityOf } from '../reading/scopes.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

/** What the caller of a write is allowed to do in it: looked up once for each type and action, for any number of resources. */
export class CallerRights {
  readonly #access: Access
  readonly #caller: Caller
  readonly #visibilities = new Map<string, Promise<Visibility | undefined>>()

  constructor(access: Access, caller: Caller) {
    this.#access = access
    this.#caller = caller
  }

  /** @throws `Forbidden` unless the caller is allowed to create resources of the type */
  async requireCreate({ slug }: ResourceType): Promise<void> {
    await this.#access.authorize(this.#caller, 'odrl:modify', slug)
  }

  /** @throws `Forbidden` when the caller is not allowed to do this to any resource of the type */
  async requireSome(action: Action, { slug }: ResourceType): Promise<void> {
    if ((await this.#visibility(action, slug)) === undefined) await this.#refuse(action, slug)
  }

  /** @throws `Forbidden` unless the caller is allowed to do this to every resource of the type */
  async requireAll(action: Action, { slug }: ResourceType): Promise<void> {
    if ((await this.#visibility(action, slug))?.all !== true) await this.#refuse(action, slug)
  }

  /**
   * @param meta the standard columns of the resource with this id, if the account has it
   * @throws `Forbidden` unless the caller is allowed to do this to the resource
   */
  async require(action: Action, { slug }: ResourceType, id: string, meta: DocumentMeta | undefined): Promise<void> {
    const visibility = await this.#visibility(action, slug)
    if (visibility?.all === true) return
    if (meta !== undefined && isVisible(visibility, id, meta)) return
    await this.#access.authorize(this.#caller, action, slug, id)
  }

  /** Whether the caller is allowed to do this to the resource; the parameters are those of {@link require}. */
  allow(...parameters: Parameters<CallerRights['require']>): Promise<boolean> {
    return this.require(...parameters)
      .then(() => true)
      .catch(insteadOf(Forbidden, false))
  }

  #visibility(action: Action, slug: string): Promise<Visibility | undefined> {
    const key = `${action} ${slug}`
    let known = this.#visibilities.get(key)
    if (known === undefined) {
      known = visibilityOf(this.#access, this.#caller, slug, action)
      this.#visibilities.set(key, known)
    }
    return known
  }

  /** Throw the `Forbidden` of the contract `access`, where it throws one for the whole type. */
  async #refuse(action: Action, slug: string): Promise<never> {
    await this.#access.visibility(this.#caller, action, slug)
    throw new Forbidden(`you may not do this: it needs ${action} on all of ${slug}`)
  }
}
