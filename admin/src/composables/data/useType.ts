import { computed, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import { publishedOnly } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { columnsOf, propertiesOf } from '../../schema/index.ts'
import type { Column } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'

/** The current type and what its schema defines. */
export function useType(slug: MaybeRefOrGetter<string>) {
  const types = useTypes()
  /** Undefined while no such type exists. */
  const type = computed(() => types.get(toValue(slug)))
  const properties = computed(() => propertiesOf(type.value?.schema))
  /** Who sees what is published is not told of drafts. */
  const isTold = ({ isMeta, name }: Column): boolean =>
    !isMeta || name !== 'publication' || !publishedOnly().includes(toValue(slug))
  const columns = computed(() => (type.value === undefined ? [] : columnsOf(type.value).filter(isTold).map(titled)))
  return { type, properties, columns }
}

export type DescribedType = ReturnType<typeof useType>

/** Request a type that is not known here: another user may have just created it. @returns whether the lookup has finished */
export function useTypeLookup(slug: () => string): Readonly<ShallowRef<boolean>> {
  const types = useTypes()
  const isDone = shallowRef(false)
  watch(
    slug,
    async wanted => {
      isDone.value = types.get(wanted) !== undefined
      if (!isDone.value) await types.find(wanted).finally(() => (isDone.value = true))
    },
    { immediate: true },
  )
  return isDone
}

/** Standard columns and the states of a resource have titles of the admin's own. */
function titled(column: Column): Column {
  if (!column.isMeta) return column
  const choices = column.choices?.map(choice => ({ ...choice, title: t(`value.${String(choice.value)}`) }))
  return { ...column, title: t(`value.column_${column.name}`), choices }
}
