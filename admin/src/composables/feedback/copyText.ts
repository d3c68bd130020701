import { t } from '../../i18n/index.ts'
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
