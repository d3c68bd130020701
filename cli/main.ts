import { Console } from 'node:console'
import { CommanderError, type Command } from 'commander'
import { exitCode } from '../kernel/contracts/commands.ts'
import type { Config } from '../kernel/contracts/config.ts'
import { CommandFailed, ServiceError } from '../kernel/errors.ts'
import { describeFailure, isStoreAway, ownExitCode } from '../kernel/process/failure.ts'
import { createContext, type RunningContext, type Streams } from './context.ts'
import { watchForInterruption, type Interruption } from './terminal/interruption.ts'
import { readGlobalOptions, type GlobalOptions } from './options.ts'
import { tolerateClosedPipes } from '../lib/terminal/output.ts'
import { addOwnCommands, addPluginCommands, createProgram } from './program.ts'

/** The parts of the process that the command line uses. */
export interface CliProcess extends Streams {
  env: Record<string, string | undefined>
}

/**
 * Run the `plinth` command line. Sets `process.exitCode`, see `exitCode` in the contracts.
 * @param args the arguments after `plinth`
 */
export async function main(
  args: readonly string[] = process.argv.slice(2),
  cliProcess: CliProcess = process,
): Promise<void> {
  tolerateClosedPipes([cliProcess.stdout, cliProcess.stderr])
  const { console: usual } = globalThis
  globalThis.console = new Console(cliProcess.stderr) // what plugins print is no part of the result
  const run = new Run(args, cliProcess)
  try {
    await run.command()
  } catch (error) {
    run.report(error)
  } finally {
    await run.close()
    globalThis.console = usual
  }
}

/** One run of the command line. */
class Run {
  readonly #args: readonly string[]
  readonly #process: CliProcess
  readonly #options: GlobalOptions
  readonly #name: string | undefined
  #interruption: Interruption | undefined
  #context: RunningContext | undefined

  constructor(args: readonly string[], cliProcess: CliProcess) {
    this.#args = args
    this.#process = cliProcess
    const { options, command } = readGlobalOptions(args)
    this.#options = options
    this.#name = command
    if (this.#options.config !== undefined) cliProcess.env['PLINTH_CONFIG'] = this.#options.config
  }

  /** Determine the command, and run it. */
  async command(): Promise<void> {
    const { stdout, stderr } = this.#process
    const complaints: string[] = []
    const program = createProgram(
      text => stdout.write(text),
      text => complaints.push(text),
    )
    const [first = ''] = this.#args
    // The version is printed without loading anything that commands need.
    const broken = ['--version', '-V'].includes(first) ? undefined : await this.#prepare(program)
    try {
      await program.parseAsync([...this.#args], { from: 'user' })
    } catch (error) {
      const unknown = error instanceof CommanderError && error.code === 'commander.unknownCommand'
      if (unknown && broken !== undefined) throw broken // it can be a command of a plugin
      const isSubcommand = program.commands.some(command => command.name() === this.#name)
      if (unknown && !isSubcommand && this.#name !== undefined) await this.#refuseOfPluginOff(this.#name)
      stderr.write(complaints.join(''))
      throw error
    }
  }

  /** @throws CommandFailed when the command is one of a plugin that is off */
  async #refuseOfPluginOff(command: string): Promise<void> {
    const [{ loadConfig }, { pluginOffWith }] = await Promise.all([
      import('../kernel/config/load-config.ts'),
      import('./contributions.ts'),
    ])
    const plugin = await pluginOffWith(loadConfig(this.#process.env), command)
    if (plugin === undefined) return
    throw new CommandFailed(`${command} is a command of the plugin "${plugin}", which is off`, exitCode.usage)
  }

  report(error: unknown): void {
    const signal = this.#interruption?.signal
    // An error after an interruption is caused by it.
    const { exitCode: code, message } = explainFailure(signal?.aborted === true ? signal.reason : error)
    process.exitCode = code
    if (message === undefined) return
    this.#process.stderr.write(
      this.#options.json === true ? `${JSON.stringify({ message })}\n` : `plinth: ${message}\n`,
    )
  }

  async close(): Promise<void> {
    await this.#context?.close().catch((error: unknown) => this.report(error))
    this.#interruption?.end()
  }

  /**
   * Add the commands that the arguments can name. Plugins are not loaded for a command that is none of theirs.
   * @returns why the commands of plugins are missing, if they are: help works regardless
   */
  async #prepare(program: Command): Promise<unknown> {
    const { loadConfig } = await import('../kernel/config/load-config.ts')
    const config = (): Config => loadConfig(this.#process.env)
    const context = (): RunningContext => this.#startContext(config)
    addOwnCommands(program, context, { options: this.#options, env: this.#process.env, config })
    const isOwn = program.commands.some(command => command.name() === this.#name)
    if (isOwn && this.#name !== 'completion') return undefined
    try {
      const { commandsOf } = await import('./contributions.ts')
      await addPluginCommands(program, await commandsOf(config()), context, line => {
        this.#process.stderr.write(`plinth: ${line}\n`)
      })
      return undefined
    } catch (error) {
      return error
    }
  }

  #startContext(config: () => Config): RunningContext {
    this.#interruption ??= watchForInterruption(this.#process.stdin)
    const { signal } = this.#interruption
    return (this.#context ??= createContext(this.#options, config, this.#process, this.#process.env, signal))
  }
}

/** How the process ends because of an error. */
interface Failure {
  exitCode: number
  /** Undefined when it was already printed (help, wrong usage). */
  message: string | undefined
}

/** Whether the system refused something: a folder that cannot be written, a full disk. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

/** Exit code and message for any thrown value. A stack only for a defect of Plinth. */
function explainFailure(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? exitCode.done : exitCode.usage, message: undefined }
  if (error instanceof CommandFailed) return error
  if (isStoreAway(error)) return { exitCode: exitCode.storeAway, message: describeFailure(error) }
  return {
    exitCode: ownExitCode(error) ?? exitCode.failed,
    message: error instanceof ServiceError || isSystemError(error) ? error.message : describeFailure(error),
  }
}
