import {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  WriteRefused,
  checkIfMatch,
  isWithinToken,
} from '../../kernel/index.ts'
import type { Access, Action, Caller, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import { newId } from '../../lib/store-kit/index.ts'
import type { TypeRegistry } from '../types/contract.ts'
import { checkView, staleNames } from './check.ts'
import { readView, viewDraft, viewText, viewsCollection } from './record.ts'
import type { StoredView, ViewContent } from './record.ts'

/** What the service works with. */
export interface ViewParts {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
}

/** A write, and the view as it is then. */
interface Planned {
  view: StoredView
  operations: WriteOperation[]
}

const { name: collection } = viewsCollection

/** What a new view has beside the type and its name, unless it says so. */
const initial = { shared: false, query: {}, columns: [] }

/** How often a change is worked out again before the caller is told to do so. */
const attempts = 20

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
    const content = { ...initial, ...given }
    checkToken(caller, 'odrl:modify', content)
    const now = new Date().toISOString()
    const meta = {
      type_slug: 'view',
      status: 'active' as const,
      created_by: caller.id,
      account_id: caller.account_id,
      sequence_no: 1,
      created_at: now,
      updated_at: now,
    }
    const view: StoredView = { id: newId('view'), meta, content }
    await this.#checkWritable(caller, view)
    return this.#write(async attempt => {
      const isThere = await this.#checkType(content, undefined, attempt)
      return { view, operations: [isThere, { kind: 'insert', collection, document: viewDraft(view) }] }
    })
  }

  /**
   * A view that is the caller's own, or shared with them.
   * @throws `NotFound`; `Forbidden` when it is beyond the caller's API token
   */
  async get(caller: Caller, id: string, action: Action = 'odrl:read'): Promise<StoredView> {
    const { id: callerId, account_id } = caller
    const document = await this.#parts.store.get(collection, id)
    const view = document === undefined ? undefined : readView(document)
    if (view?.meta.account_id !== account_id || !(view.content.shared || view.meta.created_by === callerId)) {
      throw new NotFound('there is no such view')
    }
    checkToken(caller, action, view.content)
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
    return this.#write(async attempt => {
      const view = await this.#writable(caller, id, ifMatch, 'odrl:modify')
      const content = { ...view.content, ...changes }
      checkToken(caller, 'odrl:modify', content)
      const meta = { ...view.meta, sequence_no: view.meta.sequence_no + 1, updated_at: new Date().toISOString() }
      const changed = { id: view.id, meta, content }
      await this.#checkWritable(caller, changed)
      const isThere = await this.#checkType(content, view.content, attempt)
      const replace = {
        kind: 'replace',
        collection,
        document: viewDraft(changed),
        expected: view.meta.sequence_no,
      } as const
      return { view: changed, operations: [isThere, replace] }
    })
  }

  /** Take a view away. Throws like {@link update}. */
  async remove(caller: Caller, id: string, ifMatch: string | undefined): Promise<void> {
    await this.#write(async () => {
      const view = await this.#writable(caller, id, ifMatch, 'odrl:delete')
      return { view, operations: [{ kind: 'remove', collection, id: view.id, expected: view.meta.sequence_no }] }
    })
  }

  async #writable(
    caller: Caller,
    id: string,
    ifMatch: string | undefined,
    action: 'odrl:modify' | 'odrl:delete',
  ): Promise<StoredView> {
    const view = await this.get(caller, id, action)
    await this.#checkWritable(caller, view)
    checkIfMatch(ifMatch, view.id, view.meta.sequence_no)
    return view
  }

  async #checkWritable(caller: Caller, { content }: StoredView): Promise<void> {
    if (!content.shared || (await this.#parts.access.isAdministrator(caller))) return
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

  /** Write what was worked out; again from the start when what it was worked out from changed meanwhile. */
  async #write(plan: (attempt: number) => Promise<Planned>): Promise<StoredView> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { view, operations } = await plan(attempt)
      try {
        await this.#parts.store.write(operations)
        return view
      } catch (error) {
        if (!(error instanceof WriteRefused)) throw error
      }
    }
    throw new Conflict('others keep changing this at the same time; try again')
  }
}

/** @throws `Forbidden` for a view of a type that the caller's API token does not reach */
export function checkToken(caller: Caller, action: Action, { type_slug }: Pick<ViewContent, 'type_slug'>): void {
  if (!isWithinToken(caller, action, type_slug)) throw new Forbidden('the API token does not reach views of this type')
}
