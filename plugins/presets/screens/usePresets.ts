import { useMutation, useQuery } from '@pinia/colada'
import type { UseQueryReturn } from '@pinia/colada'
import { computed, ref } from 'vue'
import { api, queries, refusalOf, requests, texts, value } from '../../../admin/src/index.ts'
import type { Answer, ApiError, Listed } from '../../../admin/src/index.ts'

/** A bundle of types that belong together. */
export type Preset = Listed<'/api/resource-types/presets'>

/** Slugs of the types of a preset, grouped by what the installation did with them. */
type InstallResult = Answer<'/api/resource-types/presets/{name}', 'post'>

/** List every preset, by name. */
const listPresets = (): Promise<Preset[]> =>
  requests.everyItem(cursor =>
    value(api.GET('/api/resource-types/presets', { params: { query: { limit: 1000, cursor } } })),
  )

/** Install a preset, or the types of it that are missing. @throws ApiError with the reasons why it cannot be installed */
const installPreset = (
  name: string,
  { dryRun, ...query }: { update: boolean; samples: boolean; drafts: boolean; dryRun?: boolean },
): Promise<InstallResult> => {
  const path = dryRun === true ? '/api/resource-types/presets/{name}/_check' : '/api/resource-types/presets/{name}'
  return value(api.POST(path, { params: { path: { name }, query } }))
}

/** Every preset, and whether it is installed. */
export const usePresets = (): UseQueryReturn<Preset[], ApiError> =>
  useQuery<Preset[], ApiError>({ key: ['presets'], query: listPresets })

/** Whether it is asked, of a new preset, if its content gets drafts. */
export const offersDrafts = (name: string): boolean => texts.hasText(`presets.drafts_${name}`)

/** Install a preset. A dry run follows each change of the options. */
export function useInstalling({ name, installed }: Preset) {
  const readAgain = queries.useReadAgain()
  const typesChanged = queries.useTypesChanged()
  /** Load sample data, too. */
  const samples = ref(false)
  /** Update types that exist already, too. */
  const update = ref(installed)
  /** What is written to its types of content is a draft until it is published. The type editor changes it later. */
  const drafts = ref(!installed && offersDrafts(name))
  const options = computed(() => ({ samples: samples.value, update: update.value, drafts: drafts.value }))
  const {
    mutate: install,
    data: result,
    error,
    isLoading: isBusy,
  } = useMutation({
    mutation: () => installPreset(name, options.value),
    onSuccess: async () => {
      await typesChanged()
      await readAgain()
    },
  })
  /** The effect of the installation. */
  const plan = useQuery({
    key: () => ['presets', name, options.value],
    query: () => installPreset(name, { ...options.value, dryRun: true }),
    enabled: () => result.value === undefined,
    placeholderData: previous => previous,
    staleTime: 0,
  })
  /** Why the preset cannot be installed, or why installing failed; otherwise empty. */
  const refusal = computed(() => refusalOf(error.value ?? plan.error.value))
  return { samples, update, drafts, plan: plan.data, result, refusal, isBusy, install }
}
