import { BadRequest, Forbidden, NotFound, checkPreconditions, isWithinToken, writeFor } from '../../kernel/index.ts'
import type { Access, Action, Caller, DocumentStore, Preconditions, WriteOperation } from '../../kernel/index.ts'
import { equalJson } from '../../lib/json/index.ts'
import { quote, readCursorPage } from '../../lib/query/index.ts'
import type { CursorPage, Cursors, PageParameters } from '../../lib/query/index.ts'
import { creating, newId, retryOnConflict, textCondition } from '../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import { checkView, staleNames } from './check.ts'
import type { SharedView, Views } from './contract.ts'
import { contentOf, everyone, viewData, viewRecords, viewText } from './records.ts'
import type { StoredView, ViewContent } from './records.ts'

/** The parts that the service uses. */
interface ViewParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
  cursors: Cursors
}

/** The defaults of a new view. */
const defaultContent = { shared: false, query: {}, layout: { kind: 'table' }, default: false } as const

/** Saved views of lists: the caller's own, and those that administrators share with everyone in the account. */
export class ViewService implements Views {
  readonly #parts: ViewParts

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  /**
   * Save a new view.
   * @throws `Forbidden` for a shared one unless the caller is an administrator; `BadRequest` for an unknown type
   */
  async create(
    caller: Caller,
    given: Pick<ViewContent, 'type_slug' | 'name'> & Partial<ViewContent>,
  ): Promise<StoredView> {
    const content: ViewContent = { ...defaultContent, columns: [], ...given }
    checkToken(caller, 'odrl:modify', content)
    const view = draftView(caller, content)
    await this.#checkWritable(caller, content)
    return retryOnConflict('this view', async attempt => {
      const typeCheck = await this.#checkType(content, undefined, attempt)
      const others = await this.#takeDefault(view)
      const operations = [typeCheck, ...others, viewRecords.insert(view)]
      await creating(view.id, writeFor(this.#parts.store, caller, operations))
      return view
    })
  }

  /**
   * A page of the caller's own views and the shared ones, newest first; limited to the types of the caller's API token.
   * @param typeSlug only views of this type
   * @throws `BadRequest` when the cursor does not belong to this list
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
   * A view that belongs to the caller, or is shared with them.
   * @throws `NotFound`; `Forbidden` when the caller's API token does not include its type
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
   * Change the sent members of a view.
   * @throws `NotFound`; `Forbidden` when it is or becomes shared and the caller is not an administrator; `PreconditionFailed`; `BadRequest`
   */
  async update(
    caller: Caller,
    id: string,
    changes: Partial<ViewContent>,
    preconditions: Preconditions,
  ): Promise<StoredView> {
    return retryOnConflict('this view', async attempt => {
      const view = await this.#writable(caller, id, preconditions, 'odrl:modify')
      const before = contentOf(view)
      // A view that is no longer shared is not a default either.
      const content = { ...before, ...(changes.shared === false && { default: false }), ...changes }
      checkToken(caller, 'odrl:modify', content)
      await this.#checkWritable(caller, content)
      const typeCheck = await this.#checkType(content, before, attempt)
      const changed = viewRecords.next(view, viewData(content, view.meta.created_by))
      const others = await this.#takeDefault(changed)
      await this.#parts.store.write([typeCheck, ...others, viewRecords.replace(changed)])
      return changed
    })
  }

  /** Delete a view. Throws like {@link update}. */
  async remove(caller: Caller, id: string, preconditions: Preconditions): Promise<void> {
    await retryOnConflict('this view', async () => {
      const view = await this.#writable(caller, id, preconditions, 'odrl:delete')
      await this.#parts.store.write([viewRecords.remove(view)])
    })
  }

  async #writable(
    caller: Caller,
    id: string,
    preconditions: Preconditions,
    action: 'odrl:modify' | 'odrl:delete',
  ): Promise<StoredView> {
    const view = await this.get(caller, id, action)
    await this.#checkWritable(caller, contentOf(view))
    checkPreconditions(preconditions, { id: view.id, sequenceNo: view.meta.sequence_no })
    return view
  }

  async #checkWritable(caller: Caller, view: ViewContent): Promise<void> {
    if ((view.shared || view.default) && !(await this.#parts.access.isAdministrator(caller))) {
      throw new Forbidden('only an administrator may write views that are shared')
    }
    if (view.default && !view.shared) throw new BadRequest('default: only a shared view can be what a list opens with')
  }

  /** The operations that clear the previous default view. */
  async #takeDefault({ id, meta, data: { default_of = null } }: StoredView): Promise<WriteOperation[]> {
    if (default_of === null) return []
    const before = await this.#defaultOf(meta.account_id, default_of)
    return before === undefined || before.id === id
      ? []
      : [viewRecords.replace(viewRecords.next(before, { default_of: null }))]
  }

  #defaultOf(account_id: string, slug: string): Promise<StoredView | undefined> {
    return viewRecords.findFirst(this.#parts.store, [textCondition('default_of', 'eq', slug)], { account_id })
  }

  /** See {@link Views}. */
  async planShared(
    caller: Caller,
    wanted: readonly SharedView[],
    types: ReadonlyMap<string, ResourceType>,
  ): Promise<WriteOperation[]> {
    const { store, registry } = this.#parts
    const { account_id } = caller
    const operations: WriteOperation[] = []
    const opened = new Set<string>()
    for (const { type_slug, ...given } of wanted) {
      const type = types.get(type_slug) ?? (await registry.find(type_slug))
      if (type === undefined) continue
      const there = [textCondition('type_slug', 'eq', type_slug), textCondition('audience', 'eq', everyone)]
      const shared = await viewRecords.findAll(store, there, { account_id })
      const known = shared.find(({ data }) => data.name === given.name)
      if (known !== undefined) {
        const titles = { ...given.titles, ...known.data.titles }
        if (!equalJson(titles, known.data.titles ?? {})) {
          operations.push(viewRecords.replace(viewRecords.next(known, { titles })))
        }
        continue
      }
      const isTaken = opened.has(type_slug) || shared.some(view => contentOf(view).default)
      const content: ViewContent = { ...defaultContent, columns: [], type_slug, ...given, shared: true }
      await checkView(registry, type, content, undefined)
      if (content.default) opened.add(type_slug)
      operations.push(viewRecords.insert(draftView(caller, { ...content, default: content.default && !isTaken })))
    }
    return operations
  }

  /**
   * The operation that makes a write commit only if the type of a view is still as it was when the view was checked against it.
   * @param before the previous state of the view
   */
  async #checkType(content: ViewContent, before: ViewContent | undefined, attempt: number): Promise<WriteOperation> {
    const { registry } = this.#parts
    const slug = content.type_slug
    const type = attempt === 0 ? await registry.find(slug) : await registry.reload(slug)
    if (type === undefined) throw new BadRequest(`type_slug: there is no resource type ${quote(slug)}`)
    await checkView(registry, type, content, before)
    return registry.check(type)
  }

  /** A view in the format of the API, with the names that no longer match its type, if any. */
  async text(view: StoredView): Promise<string> {
    return viewText(view, await staleNames(this.#parts.registry, view))
  }
}

const draftView = ({ id: created_by, account_id }: Caller, content: ViewContent): StoredView =>
  viewRecords.draft(newId('view'), viewData(content, created_by), { created_by, account_id })

/** @throws `Forbidden` for a view of a type that the caller's API token does not include */
export function checkToken(caller: Caller, action: Action, { type_slug }: Pick<ViewContent, 'type_slug'>): void {
  if (!isWithinToken(caller, action, type_slug)) throw new Forbidden('the API token does not reach views of this type')
}
