import { computed } from 'vue'
import type { Resource } from '../../api/index.ts'
import { useMe } from '../../stores/me.ts'

/** What the user is allowed to do with resources of a type, by the policies and as the creator of a resource. */
export function useRowRights(slug: () => string) {
  const me = useMe()
  const owns = (row: Resource): boolean => row.created_by === me.me?.id
  const mayCreate = computed(() => me.can('odrl:modify', slug()))
  /** Whether the user is allowed to archive resources of others, and to see archived ones. */
  const mayArchiveAny = computed(() => me.can('odrl:delete', slug()))
  return {
    mayCreate,
    /** An archived resource must be restored before it can be edited. */
    mayEdit: (row: Resource) => row.status === 'active' && (mayCreate.value || owns(row)),
    /** Whether the user is allowed to archive or restore a resource. */
    mayArchive: (row: Resource) => mayArchiveAny.value || owns(row),
    mayArchiveAny,
  }
}
