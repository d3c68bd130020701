/** How long (ms) keys are kept for a field that is on its way. */
const maxWaitMs = 4000

let listening: AbortController | undefined

interface EarlyKeys {
  entered?: () => void
  cancelled?: () => void
  replaces?: boolean
}

/**
 * Keep the letters that are typed after a shortcut that opens a form, until a field has the focus, which gets them: none is lost, and none is a shortcut.
 * Ends with a click, with Escape or another key that is no letter, and after a few seconds.
 * @param entered called when Enter is pressed, which ends it otherwise
 * @param cancelled called when Escape ends it
 * @param replaces whether the letters replace what is in the field; otherwise they come after it
 */
export function keepKeys({ entered, cancelled, replaces = false }: EarlyKeys = {}): void {
  listening?.abort()
  const mine = new AbortController()
  listening = mine
  const { signal } = mine
  const stop = (): void => mine.abort()
  let text = ''
  addEventListener(
    'keydown',
    event => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      if (ctrlKey || metaKey || altKey || isComposing || key === 'Shift') return
      if (key === 'Backspace') text = text.slice(0, -1)
      else if (key.length === 1) text += key
      else if (key === 'Enter' && entered !== undefined) entered()
      else {
        stop()
        if (key === 'Escape') cancelled?.()
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true, signal },
  )
  addEventListener(
    'focusin',
    ({ target }) => {
      const isText =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && /^(?:text|email|url|search|tel)$/.test(target.type))
      if (!isText && !(target instanceof HTMLInputElement) && !(target instanceof HTMLSelectElement)) return
      stop()
      if (!isText || text === '' || target.readOnly) return
      target.value = replaces ? text : target.value + text // an e-mail address takes no `setRangeText`
      target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
    },
    { signal },
  )
  addEventListener('pointerdown', stop, { signal })
  setTimeout(stop, maxWaitMs)
}
