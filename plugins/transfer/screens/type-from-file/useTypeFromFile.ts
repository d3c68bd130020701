import { useMutation } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import { announce, api, attempt, content, queries, refusalOf, t, value } from '../../../../admin/src/index.ts'
import type { ApiError, ResourceType } from '../../../../admin/src/index.ts'
import { mappingOf, withoutColumns } from './columns.ts'
import { useImportFile } from '../file/useImportFile.ts'
import { useImportRun } from '../run/useImportRun.ts'
import { useInference } from './useInference.ts'

/** A new type from a file: choose the file, correct the type, create it, import the rows. */
export function useTypeFromFile() {
  const typesChanged = queries.useTypesChanged()
  const source = useImportFile()
  const inference = useInference(source)
  const run = useImportRun()
  /** The type, once it is created. */
  const created = shallowRef<ResourceType>()
  /** The user tried to create the type: missing values are shown. */
  const isAsked = ref(false)
  /** Why the type was not created, as text for the user. */
  const refusal = ref('')
  /** The same, if it is about the slug; else empty. */
  const slugRefusal = ref('')

  const { mutateAsync: store, isLoading: isCreating } = useMutation({
    mutation: async () => {
      const { name, slug, description } = inference.form.value
      const body = { name: name.trim(), slug, description, schema: withoutColumns(inference.schema.value) }
      const type = await value(api.POST('/api/resource-types', { body }))
      if ('slug' in type) created.value = content.asType(type) // as without `dry_run`
      await typesChanged()
    },
  })

  function refuse(error: ApiError): string {
    refusal.value = error.isAway ? t('common.awayText') : refusalOf(error)
    if (error.problems.some(({ pointer }) => pointer === '/slug')) slugRefusal.value = refusal.value
    return ''
  }

  /** Create the type and import the file. */
  async function create(): Promise<void> {
    isAsked.value = true
    const { name, slug, schema } = inference.faults.value
    slugRefusal.value = ''
    refusal.value = name ?? slug ?? schema ?? ''
    if (refusal.value !== '' || isCreating.value) return announce(refusal.value, { now: true })
    await attempt(store, refuse)
    if (created.value !== undefined) await load()
  }

  /** Import the file (again): existing rows do not change. */
  async function load(): Promise<void> {
    const [type, file] = [created.value, source.sent.value]
    if (type === undefined || file === undefined) return
    const mapping = mappingOf(inference.schema.value, inference.inferred.value)
    await run.start({ type, file, mapping, match: undefined, updateBy: '', isDryRun: false })
  }

  return {
    source,
    inference,
    run,
    created,
    isCreating,
    refusal,
    slugRefusal,
    isAsked,
    create,
    load,
    reset: () => {
      run.reset()
      created.value = undefined
      isAsked.value = false
      refusal.value = ''
      source.clear()
    },
  }
}
