import { useQuery, useQueryCache } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { api, ApiError, everyItem, refusalOf, useSidebar, useTypes, value } from '../../../admin/src/index.ts'
import type { Answer, Listed } from '../../../admin/src/index.ts'

/** A bundle of types that belong together. */
export type Preset = Listed<'/api/resource-types/presets'>

/** Slugs of the types of a preset, grouped by what the installation did with them. */
export type InstallResult = Answer<'/api/resource-types/presets/{name}', 'post'>

/** List every preset, by name. */
const listPresets = (): Promise<Preset[]> =>
  everyItem(cursor => value(api.GET('/api/resource-types/presets', { params: { query: { limit: 1000, cursor } } })))

/** Install a preset, or the types of it that are missing. @throws ApiError with the reasons why it cannot be installed */
const installPreset = (
  name: string,
  { update, samples, dryRun }: { update: boolean; samples: boolean; dryRun?: boolean },
): Promise<InstallResult> => {
  const path = dryRun === true ? '/api/resource-types/presets/{name}/_check' : '/api/resource-types/presets/{name}'
  return value(api.POST(path, { params: { path: { name }, query: { update, samples } } }))
}

/** Every preset, and whether it is installed. */
export const usePresets = (): UseQueryReturn<Preset[], ApiError> =>
  useQuery<Preset[], ApiError>({ key: ['presets'], query: listPresets })

/** The result of useInstalling. */
export interface Installing {
  /** Load sample data, too. */
  samples: Ref<boolean>
  /** Update types that exist already, too. */
  update: Ref<boolean>
  /** The effect of the installation; undefined until it is known. */
  plan: Ref<InstallResult | undefined>
  /** The result of the installation. */
  result: Ref<InstallResult | undefined>
  /** Why the preset cannot be installed, or why installing failed; otherwise empty. */
  refusal: Ref<string>
  isBusy: Ref<boolean>
  install(): Promise<void>
}

/** Install a preset. A dry run follows each change of the options. */
export function useInstalling({ name, installed }: Preset): Installing {
  const cache = useQueryCache()
  const types = useTypes()
  const sidebar = useSidebar()
  const samples = ref(false)
  const update = ref(installed)
  const plan = shallowRef<InstallResult>()
  const result = shallowRef<InstallResult>()
  const refusal = ref('')
  const isBusy = ref(false)
  let isGone = false
  onScopeDispose(() => (isGone = true))

  async function loadPlan(): Promise<void> {
    const wanted = { samples: samples.value, update: update.value }
    const isOld = (): boolean => isGone || wanted.samples !== samples.value || wanted.update !== update.value
    refusal.value = ''
    try {
      const found = await installPreset(name, { ...wanted, dryRun: true })
      if (!isOld()) plan.value = found
    } catch (error) {
      if (!isOld()) refuse(error)
    }
  }
  function refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    refusal.value = refusalOf(error)
  }
  async function install(): Promise<void> {
    isBusy.value = true
    refusal.value = ''
    try {
      result.value = await installPreset(name, { samples: samples.value, update: update.value })
      await Promise.all([types.refresh(), sidebar.refresh()])
      await cache.invalidateQueries()
    } catch (error) {
      refuse(error)
    } finally {
      isBusy.value = false
    }
  }
  watch([samples, update], loadPlan, { immediate: true })
  return { samples, update, plan, result, refusal, isBusy, install }
}
