import type { Progress } from '../../kernel/contracts/commands.ts'
import { cut, plain, thousands } from '../../lib/terminal/text.ts'

/** Output of a command for people: lines and progress, which do not overwrite each other. */
export interface Messages {
  line(text: string): void
  progress(label: string): Progress
}

/** The parts of stderr that {@link createMessages} uses. */
interface MessageStream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

const redrawEvery = 100
const lineEvery = 1000
const barWidth = 24

/**
 * Write to a stream. Progress is a bar on a terminal and plain lines elsewhere: one for each tenth of a known total, else one per second.
 * @param now a clock in ms
 */
export function createMessages(stream: MessageStream, now: () => number = () => performance.now()): Messages {
  const terminal = stream.isTTY === true
  let bar = ''
  const clear = (): void => {
    if (bar !== '') stream.write('\r\u001b[2K')
  }
  const draw = (text: string): void => {
    clear()
    bar = text
    if (text !== '') stream.write(text)
  }
  const line = (text: string): void => {
    clear()
    stream.write(`${text.split('\n').map(plain).join('\n')}\n`)
    if (bar !== '') stream.write(bar)
  }
  const progress = (label: string): Progress => {
    const started = now()
    let shown = terminal ? -Infinity : started
    let tenth = 0
    return {
      update(done, total) {
        const time = now()
        if (terminal) {
          if (time - shown < redrawEvery) return
          draw(cut(barText(label, done, total, time - started), (stream.columns || 80) - 1))
        } else {
          const step = total === undefined ? tenth : Math.floor((10 * done) / Math.max(total, 1))
          if (step === tenth && (total !== undefined || time - shown < lineEvery)) return
          tenth = step
          line(`${label}: ${thousands(done)}${percent(done, total)}`)
        }
        shown = time
      },
      finish(message) {
        draw('')
        if (message !== undefined) line(message)
      },
    }
  }
  return { line, progress }
}

/** For `--json`: no output. */
export const noMessages: Messages = { line() {}, progress: () => ({ update() {}, finish() {} }) }

function barText(label: string, done: number, total: number | undefined, elapsed: number): string {
  const rate = elapsed < 500 ? '' : `  ${thousands((1000 * done) / elapsed)}/s`
  const counted = `${thousands(done)}${percent(done, total)}${rate}`
  if (total === undefined) return `${plain(label)}  ${counted}`
  const filled = Math.round(barWidth * Math.min(1, done / Math.max(total, 1)))
  return `${plain(label)}  ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}  ${counted}`
}

const percent = (done: number, total: number | undefined): string =>
  total === undefined ? '' : ` (${Math.min(100, Math.floor((100 * done) / Math.max(total, 1)))} %)`
