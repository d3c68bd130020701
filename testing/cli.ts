import { spawn, type ChildProcess } from 'node:child_process'
import { extname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { main } from '../cli/main.ts'

/** The result of a run of the command line. */
export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliSurroundings {
  /** Environment in addition to the bare minimum; nothing of the surrounding configuration is inherited. */
  env?: Record<string, string>
  /** Text for standard input; by default empty. */
  input?: string | Buffer
  /** Working directory. */
  cwd?: string
}

export interface CliOptions extends CliSurroundings {
  /** Called with the process once it runs, for tests that communicate with it; standard input then stays open. */
  started?: (child: ChildProcess) => void
}

const entry = join(import.meta.dirname, `cli-entry${extname(import.meta.filename)}`)

/**
 * The command line as a list of words, for a shell: it runs in the same way as this test, from the sources or from the compiled files. tap records nothing of
 * it: without tap's own variables, which {@link bareEnvironment} leaves out, it would measure coverage and then miss that of all else.
 */
export const cliCommand: readonly string[] = [
  process.execPath,
  ...process.execArgv.filter(option => !option.includes('@tapjs/processinfo')),
  entry,
]

/** A bare environment: no store, no configuration, no colours. */
export const bareEnvironment = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...more,
})

/**
 * Run `plinth` inside this process, which is much faster than {@link runCli}. Only one at a time: exit code and working directory belong to the process.
 */
export async function callCli(
  args: readonly string[],
  { env, input, cwd = process.cwd() }: CliSurroundings = {},
): Promise<CliResult> {
  const stdout = new Collector()
  const stderr = new Collector()
  const stdin = Readable.from(input === undefined ? [] : [Buffer.from(input)])
  const before = { exitCode: process.exitCode, cwd: process.cwd() }
  process.exitCode = undefined
  process.chdir(cwd)
  try {
    await main(args, { stdin, stdout, stderr, env: bareEnvironment(env) })
    return { code: currentExitCode(), stdout: stdout.text, stderr: stderr.text }
  } finally {
    process.exitCode = before.exitCode
    process.chdir(before.cwd)
  }
}

const currentExitCode = (): number => Number(process.exitCode ?? 0)

class Collector extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

/** Run `plinth` in a separate process, as users do. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const [command = '', ...before] = cliCommand
  const child = spawn(command, [...before, ...args], { env: bareEnvironment(options.env), cwd: options.cwd })
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', code => resolve({ code, stdout, stderr }))
    // A command that fails early does not read its input.
    child.stdin.on('error', () => undefined)
    options.started?.(child)
    if (options.started === undefined) child.stdin.end(options.input ?? '')
    else if (options.input !== undefined) child.stdin.write(options.input)
  })
}
