import { useEventListener } from '@vueuse/core'
import { confirm, t } from '../../../../admin/src/index.ts'

/** Ask for confirmation before a user leaves a running import. @returns the function for `onBeforeRouteLeave` */
export function useHold(goesOn: () => boolean): () => Promise<boolean> {
  const hold = (event: BeforeUnloadEvent): void => {
    if (goesOn()) event.preventDefault()
  }
  useEventListener('beforeunload', hold)
  return async () =>
    !goesOn() ||
    (await confirm({
      title: t('transfer.leaveTitle'),
      text: t('transfer.leaveText'),
      action: t('transfer.leaveAction'),
    }))
}
