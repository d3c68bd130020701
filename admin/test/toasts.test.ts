import t from 'tap'
import { dismissToast, toast, toasts, undoAll } from '../src/composables/feedback/useToast.ts'

t.test('changes that follow one another are undone together, as many as the message counts', async t => {
  const undone: number[] = []
  for (let at = 1; at <= 53; at++) toast(`change ${at}`, { merges: true, undo: () => void undone.push(at) })
  t.equal(toasts.length, 1)
  const [message] = toasts
  if (message === undefined) return
  t.equal(message.earlier.length + 1, 50, 'the oldest ones are forgotten')
  undoAll(message)
  await new Promise(setImmediate)
  t.strictSame(
    undone,
    Array.from({ length: 50 }, (_, at) => 53 - at),
    'the latest first',
  )
  t.equal(toasts.length, 0)
})

t.test('an open message is in the language of now', async t => {
  let word = 'Saved'
  toast(() => word, { action: { label: () => `${word}?`, run: () => {} } })
  const [message] = toasts
  word = 'Gespeichert'
  t.strictSame([message?.text, message?.action?.label], ['Gespeichert', 'Gespeichert?'])
  if (message !== undefined) dismissToast(message.id)
})

t.test('what could not be undone is offered again with what came before it', async t => {
  const undone: string[] = []
  let isAway = true
  const change = (name: string): void => toast(name, { merges: true, undo: () => !isAway && undone.push(name) > 0 })
  for (const name of ['a', 'b', 'c']) change(name)
  for (const message of toasts.slice()) undoAll(message)
  await new Promise(setImmediate)
  t.strictSame([undone, toasts.map(({ text, earlier }) => [text, earlier.length])], [[], [['c', 2]]])
  isAway = false
  for (const message of toasts.slice()) undoAll(message)
  await new Promise(setImmediate)
  t.strictSame([undone, toasts.length], [['c', 'b', 'a'], 0])
})
