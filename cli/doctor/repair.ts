import type { CommandContext } from '../../kernel/contracts/commands.ts'
import { exitCode } from '../../kernel/contracts/commands.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { ConfigurationError } from '../../kernel/errors.ts'
import { createStore } from '../../kernel/store.ts'
import { fileOf } from './surroundings.ts'
import { thousands } from '../../lib/terminal/index.ts'

/**
 * `plinth doctor --repair`: write everything that can be read of a damaged store into a new file beside it. The damaged file is not changed. Exit code
 * 4 when something is lost.
 * @throws ConfigurationError when the store is no file, nothing can be read, or the new file exists already
 */
export async function repair(context: CommandContext, config: Config): Promise<void> {
  const path = fileOf(config.store)
  const store = await createStore(config.store, config)
  if (store.operations?.repair === undefined || path === undefined)
    throw new ConfigurationError(
      `a store of the kind "${store.kind}" is not repaired by Plinth; restore a backup of it`,
    )
  const target = `${path}.repaired`
  const { collections, notes } = await store.operations.repair(target)
  const isWhole = notes.length === 0 && collections.every(({ lost }) => lost === 0)
  context.print({ store: path, file: target, collections, notes }, () =>
    [
      ...collections
        .filter(({ copied, lost }) => copied + lost > 0)
        .map(
          ({ name, copied, lost }) =>
            `${name}: ${thousands(copied)} copied${lost === 0 ? '' : `, at least ${thousands(lost)} lost`}`,
        ),
      ...notes,
      '',
      `${isWhole ? 'Everything' : 'What can be read of the store'} is in ${target}; ${path} was not changed.`,
      `To use it: check it with SQLITE_PATH=${target} plinth doctor, keep the damaged file (with its -wal) elsewhere, and rename the new one to ${path}.`,
    ].join('\n'),
  )
  if (!isWhole) process.exitCode = exitCode.refusedRows
}
