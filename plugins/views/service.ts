import { BadRequest, Forbidden, NotFound, checkIfMatch, isWithinToken } from '../../kernel/index.ts'
import type { Access, Action, Caller, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import type { Cursors, PageParameters } from '../../lib/query/index.ts'
import { newId, readCursorPage, retryOnConflict, textCondition } from '../../lib/store-kit/index.ts'
import type { CursorPage } from '../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import { checkView, staleNames } from './check.ts'
import { everyone, viewData, viewRecords, viewText } from './records.ts'
import type { StoredView, ViewContent } from './records.ts'

/** What the service works with. */
export interface ViewParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
  cursors: Cursors
}

/** What a new view has beside the type and its name, unless it says so. */
const defaultContent = { shared: false, query: {}, columns: [] }

/** Saved views of lists: one's own, and those that administrators share with everyone in the account. */
export class ViewService {
  readonly #parts: ViewParts

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  /**
   * Save a new view.
   * @throws `Forbidden` for a shared one by anyone but an administrator; `BadRequest` when there is no such type
   */
  async create(
    caller: Caller,
    given: Pick<ViewContent, 'type_slug' | 'name'> & Partial<ViewContent>,
  ): Promise<StoredView> {
    const content = { ...defaultContent, ...given }
    checkToken(caller, 'odrl:modify', content)
    const { id: created_by, account_id } = caller
    const view = viewRecords.draft(newId('view'), viewData(content, created_by), { created_by, account_id })
    await this.#checkWritable(caller, view.data)
    return retryOnConflict('this view', async attempt => {
      const typeCheck = await this.#checkType(content, undefined, attempt)
      await this.#parts.store.write([typeCheck, viewRecords.insert(view)])
      return view
    })
  }

  /**
   * A page of the caller's own views and the shared ones, newest first; of those that the caller's API token reaches.
   * @param typeSlug only views of this type
   * @throws `BadRequest` when the cursor is not of this list
   */
  list(
    { id, account_id, token }: Caller,
    page: PageParameters,
    typeSlug: string | undefined,
  ): Promise<CursorPage<StoredView>> {
    const conditions = [textCondition('audience', 'in', everyone, id)]
    if (typeSlug !== undefined) conditions.push(textCondition('type_slug', 'in', typeSlug))
    if (token !== undefined && token.type_slugs !== null) {
      conditions.push(textCondition('type_slug', 'in', ...token.type_slugs))
    }
    const list = { ...viewRecords.query(conditions, { account_id }), list: 'views' }
    return readCursorPage(this.#parts, list, page, document => viewRecords.parse(document))
  }

  /**
   * A view that is the caller's own, or shared with them.
   * @throws `NotFound`; `Forbidden` when it is beyond the caller's API token
   */
  async get(caller: Caller, id: string, action: Action = 'odrl:read'): Promise<StoredView> {
    const { id: callerId, account_id } = caller
    const view = await viewRecords.find(this.#parts.store, id)
    if (view?.meta.account_id !== account_id || !(view.data.shared || view.meta.created_by === callerId)) {
      throw new NotFound('there is no such view')
    }
    checkToken(caller, action, view.data)
    return view
  }

  /**
   * Change what is sent of a view.
   * @param ifMatch the header `If-Match`
   * @throws `NotFound`; `Forbidden` when it is shared, or would be, and the caller is no administrator; `PreconditionFailed`; `BadRequest`
   */
  async update(
    caller: Caller,
    id: string,
    changes: Partial<ViewContent>,
    ifMatch: string | undefined,
  ): Promise<StoredView> {
    return retryOnConflict('this view', async attempt => {
      const view = await this.#writable(caller, id, ifMatch, 'odrl:modify')
      const content = { ...view.data, ...changes }
      checkToken(caller, 'odrl:modify', content)
      await this.#checkWritable(caller, content)
      const typeCheck = await this.#checkType(content, view.data, attempt)
      const changed = viewRecords.next(view, viewData(content, view.meta.created_by))
      await this.#parts.store.write([typeCheck, viewRecords.replace(changed)])
      return changed
    })
  }

  /** Take a view away. Throws like {@link update}. */
  async remove(caller: Caller, id: string, ifMatch: string | undefined): Promise<void> {
    await retryOnConflict('this view', async () => {
      const view = await this.#writable(caller, id, ifMatch, 'odrl:delete')
      await this.#parts.store.write([viewRecords.remove(view)])
    })
  }

  async #writable(
    caller: Caller,
    id: string,
    ifMatch: string | undefined,
    action: 'odrl:modify' | 'odrl:delete',
  ): Promise<StoredView> {
    const view = await this.get(caller, id, action)
    await this.#checkWritable(caller, view.data)
    checkIfMatch(ifMatch, view.id, view.meta.sequence_no)
    return view
  }

  async #checkWritable(caller: Caller, { shared }: ViewContent): Promise<void> {
    if (!shared || (await this.#parts.access.isAdministrator(caller))) return
    throw new Forbidden('only an administrator may write views that are shared')
  }

  /**
   * The operation that makes a write commit only while the type of a view is as it was when the view was checked against it.
   * @param before what the view was until now
   */
  async #checkType(content: ViewContent, before: ViewContent | undefined, attempt: number): Promise<WriteOperation> {
    const { registry } = this.#parts
    const slug = content.type_slug
    const type = attempt === 0 ? await registry.find(slug) : await registry.reload(slug)
    if (type === undefined) throw new BadRequest(`type_slug: there is no resource type ${quote(slug)}`)
    await checkView(registry, type, content, before)
    return registry.check(type)
  }

  /** A view as the API shows it, with what its type does not understand any more, if anything. */
  async text(view: StoredView): Promise<string> {
    return viewText(view, await staleNames(this.#parts.registry, view))
  }
}

/** @throws `Forbidden` for a view of a type that the caller's API token does not reach */
export function checkToken(caller: Caller, action: Action, { type_slug }: Pick<ViewContent, 'type_slug'>): void {
  if (!isWithinToken(caller, action, type_slug)) throw new Forbidden('the API token does not reach views of this type')
}
