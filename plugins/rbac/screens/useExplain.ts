import { useQuery } from '@pinia/colada'
import { computed, ref, watch } from 'vue'
import {
  api,
  content,
  queries,
  refusalOf,
  schemas,
  texts,
  typeName,
  useTypes,
  value,
} from '../../../admin/src/index.ts'
import type { Answer, Option } from '../../../admin/src/index.ts'

/** A question and its answer: is this user allowed to do this to that type or resource, and why? Sent as soon as it is complete. @param begin the user to begin with */
export function useExplain(begin: string | undefined) {
  const types = useTypes()
  const { users } = queries.useEveryUser()
  const agent = ref<string | null>(begin ?? null)
  const action = ref<content.Action>('odrl:read')
  const slug = ref<string | null>(null)
  const resource = ref<string | null>(null)
  watch(slug, () => (resource.value = null))
  const question = computed(() => ({
    agent: agent.value ?? '',
    action: action.value,
    resource: resource.value ?? slug.value ?? '',
  }))
  const query = useQuery<Answer<'/api/access/explain', 'get'>>({
    key: () => ['explanation', question.value],
    query: () => value(api.GET('/api/access/explain', { params: { query: question.value } })),
    enabled: () => agent.value !== null && slug.value !== null,
    staleTime: 0,
  })
  /** Search resources of the type. */
  async function search(text: string, signal: AbortSignal): Promise<Option[]> {
    const of = slug.value
    if (of === null) return []
    const { data } = await content.listResources(of, { limit: 20, ...(text.trim() !== '' && { q: text }) }, signal)
    return data.map(found => ({ value: found.id, label: schemas.labelOfResource(found, types.get(of)) }))
  }

  return {
    agent,
    action,
    slug,
    resource,
    users: computed(() =>
      users.value.map(({ id, name, email, role }) => ({ value: id, label: name || email, note: role })),
    ),
    types: computed(() =>
      types.all
        .map(type => ({ value: type.slug, label: typeName(type) }))
        .sort((a, b) => texts.compareTexts(a.label, b.label)),
    ),
    search,
    answer: query.data,
    failure: computed(() => refusalOf(query.error.value)),
    /** The name of a user, otherwise the URN. */
    nameOfUser: (id: string): string => users.value.find(user => user.id === id)?.name ?? id,
  }
}
