import { useMutation } from '@pinia/colada'
import { ref, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { ApiError } from '../../api/index.ts'
import { t } from '../../i18n/index.ts'
import { attempt, refusalOf } from '../feedback/refusal.ts'
import { toast } from '../feedback/useToast.ts'
import { useUnsaved } from '../page/useUnsaved.ts'
import { useLatestAnswer } from './useLatestAnswer.ts'

/** Reads and writes a setting, and provides the messages about it. */
interface SettingOptions<Value> {
  /** Name of the draft, see useUnsaved. */
  name: () => string
  /** The value until the setting has been read. */
  empty: Value
  /** The setting that is edited now, also if another one is edited by then. Writing returns the saved value. */
  current(): { read(): Promise<Value>; write(value: Value): Promise<Value> }
  isSame(a: Value, b: Value): boolean
  /** The value to continue with when another user has saved in the meantime. */
  rebase(saved: Value, mine: Value, theirs: Value): Value
  words: {
    saved: () => string
    undone: () => string
    stale: () => string
  }
}

/** A setting that is edited as a whole. Saved unless another user has changed it since it was read; saving can be undone. */
export function useSetting<Value>(parts: SettingOptions<Value>) {
  const { words, isSame } = parts
  const saved: ShallowRef<Value> = shallowRef(parts.empty)
  /** The value being edited. */
  const value: ShallowRef<Value> = shallowRef(parts.empty)
  const isLoaded = ref(false)
  /** Why saving failed, or that another user saved in the meantime. */
  const notice = ref('')
  const unsaved = useUnsaved(parts.name, value, saved)
  const reading = useLatestAnswer<Value>()

  async function load(): Promise<void> {
    const now = await reading.ask(() => parts.current().read())
    if (now === undefined) return
    saved.value = now
    value.value = now
    isLoaded.value = true
  }

  const { mutateAsync: store, isLoading: isSaving } = useMutation({
    mutation: async () => {
      const theirs = await parts.current().read()
      if (isSame(theirs, saved.value)) return saveWithUndo(value.value)
      value.value = parts.rebase(saved.value, value.value, theirs)
      saved.value = theirs
      notice.value = words.stale()
    },
  })

  async function save(): Promise<void> {
    if (isSaving.value || isSame(saved.value, value.value)) return
    notice.value = ''
    await attempt(store, error => {
      notice.value = t('common.notSaved', { message: refusalOf(error) })
      return ''
    })
  }

  async function saveWithUndo(mine: Value): Promise<void> {
    const before = saved.value
    const { read, write } = parts.current()
    const after = await write(mine)
    saved.value = after
    if (value.value === mine) value.value = saved.value // otherwise the user has continued to edit
    unsaved.done()
    const restore = async (): Promise<void> => {
      if (!isSame(await read(), after)) throw new ApiError(412, t('common.undoLate'))
      await write(before)
    }
    const undo = async (): Promise<void> => {
      if (!(await attempt(restore))) return
      await load()
      unsaved.done()
      toast(words.undone)
    }
    toast(words.saved, { tone: 'good', undo })
  }

  function discard(): void {
    const mine = value.value
    value.value = saved.value
    notice.value = ''
    unsaved.done()
    toast(() => t('form.discarded'), { undo: () => (value.value = mine) })
  }

  return { value, saved, isLoaded, isSaving, error: reading.error, notice, unsaved, load, save, discard }
}
