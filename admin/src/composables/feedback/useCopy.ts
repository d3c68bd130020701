import { ref } from 'vue'
import { t } from '../../i18n/index.ts'
import { announce } from './useAnnounce.ts'
import { toast } from './useToast.ts'

/** Put a text in the clipboard, or say in a toast that the browser does not allow it, as without HTTPS. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast(t('common.notCopied'), { tone: 'bad' })
    return false
  }
}

/** A button that copies a text, and shows for a moment that it has. */
export function useCopy() {
  const isCopied = ref(false)
  return {
    isCopied,
    copy: async (text: string): Promise<void> => {
      if (!(await copyText(text))) return
      isCopied.value = true
      announce(t('common.copied'))
      setTimeout(() => (isCopied.value = false), 1500)
    },
  }
}
