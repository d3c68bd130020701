import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** Options of `plinth jobs list`. */
export interface JobFlags {
  state?: string
  name?: string
  limit?: string
  all?: boolean
}

const help = `
Examples:
  plinth jobs list --state dead
  plinth jobs list --name types:change --all --url https://cms.example.com
  plinth jobs cancel urn:job-run:01JD…`

/** `plinth jobs …`. */
export function jobCommands(program: Command, context: () => CommandContext): void {
  const jobs = program
    .command('jobs')
    .description('See and cancel work that takes long, is done later, or is done again and again.')
  jobs.addHelpText('after', help)
  jobs
    .command('list')
    .description('List runs of jobs, newest first.')
    .option('--state <state>', 'only runs in this state: waiting, running, done or dead')
    .option('--name <name>', 'only runs of this job, such as types:change')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--all', 'all pages')
    .action(async (flags: JobFlags) => (await import('./command-actions.ts')).list(context(), flags))
  jobs
    .command('cancel')
    .argument('<id>', 'of the run, as in the list')
    .description('Cancel a run that is waiting or running. A recurring job is done again at its next time.')
    .action(async (id: string) => (await import('./command-actions.ts')).cancel(context(), id))
}
