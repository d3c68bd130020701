import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { addMember, attempt, listMembers, persons, removeMember, t, toast, useMore } from '../../../admin/src/index.ts'
import type { ApiError, GrowingList, Option, Person } from '../../../admin/src/index.ts'

/** The persons who belong to an organization. */
export interface Members {
  list: GrowingList<Person>
  ids: ComputedRef<ReadonlySet<string>>
  /** Persons to add, by words. */
  search(text: string): Promise<Option[]>
  add(id: string): Promise<void>
  remove(person: Person): Promise<void>
}

/** See {@link Members}. @param id URN of the organization */
export function useMembers(id: () => string): Members {
  const list = useMore<Person>(
    () => ['resources', 'person', 'members', id()],
    cursor => listMembers(id(), cursor),
  )
  const ids = computed(() => new Set(list.items.value.map(person => person.id)))

  async function search(text: string): Promise<Option[]> {
    const { data } = await persons.list({ q: text })
    return data.map(person => ({
      value: person.id,
      label: person.name,
      note: ids.value.has(person.id) ? t('people.isMember') : person.email,
      disabled: ids.value.has(person.id),
    }))
  }

  async function add(person: string): Promise<void> {
    let name = ''
    const isAdded = await attempt(async () => {
      ;({ name } = await addMember(id(), person))
    }, wordsFor)
    await list.refetch()
    if (isAdded) toast(t('people.added', { name }), { tone: 'good' })
  }

  async function remove(person: Person): Promise<void> {
    const { name } = person
    const isRemoved = await attempt(() => removeMember(id(), person.id), wordsFor)
    await list.refetch()
    if (isRemoved) toast(t('people.removed', { name }), { undo: () => add(person.id) })
  }

  return { list, ids, search, add, remove }
}

function wordsFor({ status, message }: ApiError): string {
  if (status === 403) return t('common.forbidden')
  return status === 400 ? t('people.personGone') : t('common.notSaved', { message })
}
