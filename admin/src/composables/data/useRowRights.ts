import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Resource } from '../../api/index.ts'
import { useMe } from '../../stores/me.ts'

/** What somebody may do with resources of a type, by the policies and with what they made themselves. */
export interface RowRights {
  mayCreate: ComputedRef<boolean>
  /** What is archived is restored first. */
  mayEdit(row: Resource): boolean
  /** Archive it, or restore it. */
  mayArchive(row: Resource): boolean
  /** Whether they may archive what others made, and see what was archived. */
  mayArchiveAny: ComputedRef<boolean>
}

/** See {@link RowRights}. */
export function useRowRights(slug: () => string): RowRights {
  const me = useMe()
  const owns = (row: Resource): boolean => row.created_by === me.me?.id
  const mayCreate = computed(() => me.can('odrl:modify', slug()))
  const mayArchiveAny = computed(() => me.can('odrl:delete', slug()))
  return {
    mayCreate,
    mayEdit: row => row.status === 'active' && (mayCreate.value || owns(row)),
    mayArchive: row => mayArchiveAny.value || owns(row),
    mayArchiveAny,
  }
}
