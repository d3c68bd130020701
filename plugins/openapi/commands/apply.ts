import type { CommandContext } from '../../../kernel/index.ts'
import { hasController } from './check.ts'
import { printableSchemas, readDocument, schemasTable, sendSchemas } from './wanted.ts'

/**
 * `plinth openapi apply`.
 * @param options.force continue although items contain values of another JSON type
 * @throws CommandFailed when the document is not valid, or conflicts with stored data
 */
export async function apply(
  context: CommandContext,
  file: string,
  { force, prefix }: { force?: boolean; prefix: string },
): Promise<void> {
  const { wanted } = await readDocument(file, prefix, hasController)
  const answer = await sendSchemas(context, wanted, { dryRun: false, force: force === true })
  context.print({ schemas: printableSchemas(answer) }, () => schemasTable(answer, context.table))
}
