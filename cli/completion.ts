import type { Command } from 'commander'

const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

/** A command and its possible next words. */
interface Completion {
  /** The words of the command, without `plinth`. */
  path: readonly string[]
  words: { word: string; description: string }[]
}

/** A script with which a shell completes the commands and options of `plinth`, including those of plugins. */
export function completionScript(program: Command, shell: Shell): string {
  const completions = completionsOf(program, [], [])
  if (shell === 'fish') return fish(completions)
  const prelude = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''
  return prelude + bash(completions)
}

function completionsOf(
  command: Command,
  path: readonly string[],
  inherited: Completion['words'],
): [Completion, ...Completion[]] {
  const own = command.options.flatMap(({ long, short, description }) =>
    [long, short].flatMap(word => (word === undefined || word === null ? [] : [{ word, description }])),
  )
  const options = [...own, ...inherited]
  const subcommands = command.commands.map(one => ({
    word: one.name(),
    description: one.summary() || one.description(),
  }))
  const inner = command.commands.flatMap(one => completionsOf(one, [...path, one.name()], options))
  return [{ path, words: [...subcommands, ...options] }, ...inner]
}

/** For bash, and for zsh with its bash emulation. */
function bash(completions: readonly Completion[]): string {
  const paths = completions.filter(({ path }) => path.length > 0).map(({ path }) => `'${['', ...path].join(' ')}'`)
  const candidates = completions.map(
    ({ path, words }) =>
      `    '${['', ...path].join(' ').trimEnd()}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  )
  return `_plinth() {
  local path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${paths.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${candidates.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plinth plinth
`
}

function fish(completions: readonly Completion[]): string {
  const lines = completions.flatMap(({ path, words }) => {
    const seen = path.map(word => `__fish_seen_subcommand_from ${word}`)
    const condition = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ')
    return words.map(({ word, description }) => {
      const what = word.startsWith('--')
        ? `-l ${word.slice(2)}`
        : word.startsWith('-')
          ? `-s ${word.slice(1)}`
          : `-a ${word}`
      return `complete -c plinth -n '${condition}' ${what} -d '${description.replaceAll(/['\\]/g, '\\$&')}'`
    })
  })
  return `${lines.join('\n')}\n`
}
