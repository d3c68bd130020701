import { CommanderError, type Command } from 'commander'
import { loadConfig } from '../config.ts'
import type { Config } from '../contracts/config.ts'
import { createContext, type RunningContext, type Streams } from './context.ts'
import { commandsOf } from './contributions.ts'
import { explainFailure } from './failure.ts'
import { onInterruption } from './interruption.ts'
import { readGlobalOptions, type GlobalOptions } from './options.ts'
import { tolerateClosedPipes } from './output.ts'
import { addCommands, createProgram } from './program.ts'

/**
 * Run the `plinth` command line. Sets `process.exitCode`, see `exitCode` of the contracts.
 * @param args what stands behind `plinth`
 */
export async function main(args: readonly string[] = process.argv.slice(2), streams: Streams = process): Promise<void> {
  tolerateClosedPipes([streams.stdout, streams.stderr])
  const program = createProgram(
    text => streams.stdout.write(text),
    text => streams.stderr.write(text),
  )
  const options = readGlobalOptions(args)
  if (options.config !== undefined) process.env['PLINTH_CONFIG'] = options.config
  let context: RunningContext | undefined
  const contextOf = (): RunningContext =>
    (context ??= createContext(options, configuration, streams, onInterruption(streams.stdin)))
  const doctor = async (): Promise<void> =>
    (await import('./doctor.ts')).doctor({ context: contextOf(), options, config: configuration })
  try {
    const broken = await prepare(program, contextOf, doctor)
    await run(program, args, broken)
  } catch (error) {
    report(error, options, streams)
  } finally {
    await context?.close().catch((error: unknown) => report(error, options, streams))
  }
}

const configuration = (): Config => loadConfig()

/** @returns why the commands of plugins are missing, if they are: help and `doctor` work all the same */
async function prepare(program: Command, context: () => RunningContext, doctor: () => Promise<void>): Promise<unknown> {
  try {
    addCommands(program, await commandsOf(configuration()), context, doctor)
    return undefined
  } catch (error) {
    addCommands(program, [], context, doctor)
    return error
  }
}

async function run(program: Command, args: readonly string[], broken: unknown): Promise<void> {
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    const unknown = error instanceof CommanderError && error.code === 'commander.unknownCommand'
    throw unknown && broken !== undefined ? broken : error
  }
}

function report(error: unknown, options: GlobalOptions, streams: Streams): void {
  const { exitCode, message } = explainFailure(error)
  process.exitCode = exitCode
  if (message === undefined) return
  streams.stderr.write(options.json === true ? `${JSON.stringify({ message })}\n` : `plinth: ${message}\n`)
}
