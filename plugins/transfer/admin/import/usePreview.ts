import { ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { ApiError } from '../../../../admin/src/index.ts'
import { previewFile } from '../import-api.ts'
import type { Mapping, Preview, SentFile } from '../import-api.ts'

/** What usePreview gives. */
export interface FilePreview {
  /** What the beginning of the file holds. */
  found: ShallowRef<Preview | undefined>
  /** Why the service cannot read it. */
  failure: ShallowRef<ApiError | undefined>
  isLoading: Ref<boolean>
  /** @param mapping default: the service guesses it. @returns whether there is one, and no later one was asked for */
  load(slug: string, file: SentFile, mapping?: Mapping): Promise<boolean>
  clear(): void
}

/** The beginning of a file as the service sees it. Of several questions the last one counts. */
export function usePreview(): FilePreview {
  const found = shallowRef<Preview>()
  const failure = shallowRef<ApiError>()
  const isLoading = ref(false)
  let controller = new AbortController()

  async function load(slug: string, file: SentFile, mapping?: Mapping): Promise<boolean> {
    controller.abort()
    const own = new AbortController()
    controller = own
    isLoading.value = true
    failure.value = undefined
    try {
      const preview = await previewFile(slug, file, mapping, own.signal)
      if (controller !== own) return false
      found.value = preview
    } catch (error) {
      if (own.signal.aborted) return false
      if (!(error instanceof ApiError)) throw error
      found.value = undefined
      failure.value = error
    } finally {
      if (controller === own) isLoading.value = false
    }
    return found.value !== undefined
  }

  function clear(): void {
    controller.abort()
    controller = new AbortController()
    found.value = undefined
    failure.value = undefined
    isLoading.value = false
  }

  return { found, failure, isLoading, load, clear }
}
