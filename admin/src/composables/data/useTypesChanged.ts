import { useSidebar } from '../../stores/sidebar.ts'
import { useTypes } from '../../stores/types.ts'
import { useReadAgain } from './useReadAgain.ts'

/** A function to call after types were changed: everything that shows types loads them again. @throws ApiError */
export function useTypesChanged(): () => Promise<unknown> {
  const types = useTypes()
  const sidebar = useSidebar()
  const readAgain = useReadAgain()
  return () => Promise.all([types.refresh(), sidebar.refresh(), readAgain(['types'])])
}
