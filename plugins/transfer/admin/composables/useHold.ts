import { onBeforeUnmount, onMounted } from 'vue'
import { t } from '../../../../admin/src/i18n/index.ts'
import { confirm } from '../../../../admin/src/composables/useConfirm.ts'

/** Ask before somebody leaves an import that goes on. @returns for `onBeforeRouteLeave` */
export function useHold(goesOn: () => boolean): () => Promise<boolean> {
  const hold = (event: BeforeUnloadEvent): void => {
    if (goesOn()) event.preventDefault()
  }
  onMounted(() => globalThis.addEventListener('beforeunload', hold))
  onBeforeUnmount(() => globalThis.removeEventListener('beforeunload', hold))
  return async () =>
    !goesOn() ||
    (await confirm({
      title: t('transfer.leaveTitle'),
      text: t('transfer.leaveText'),
      action: t('transfer.leaveAction'),
    }))
}
