import { readVariables, secretVariables, variable, type Environment } from '../../kernel/config/environment.ts'
import type { Config } from '../../kernel/contracts/config.ts'
import { ConfigurationError } from '../../kernel/errors.ts'
import { failedCheck, type Check, type Finding } from './check.ts'
import { isGuessable } from './guessable.ts'
import { attempt, insteadOf } from '../../lib/errors/index.ts'

/**
 * Whether the configuration can be read, and whether its parts fit together.
 * @param environment that of the process, without `.env`
 */
export function checkConfiguration(
  read: () => Config,
  environment: Environment,
): { check: Check; config: Config | undefined } {
  const variables = variablesOf(environment)
  try {
    const config = read()
    const detail = `${modeOf(config)}, ${config.store.kind}, plugins and documents are looked up from ${config.directory}`
    const problems = [...guessable(config), ...mailProblems(variables), ...proxyProblems(config)]
    return { check: { name: 'configuration', detail, problems }, config }
  } catch (error) {
    return {
      check: failedCheck('configuration', error, 'see config/README.md for every key and variable'),
      config: undefined,
    }
  }
}

const modeOf = ({ mode, signIn }: Config): string =>
  signIn === undefined ? `${mode} mode without authorization` : `${mode} mode, sign-in with ${signIn.issuer}`

/** The environment itself where it cannot be read: reading the configuration reports that. */
const variablesOf = (environment: Environment): Environment =>
  attempt(() => readVariables(environment, process.cwd()), insteadOf(ConfigurationError, environment))

function guessable({ signIn }: Config): Finding[] {
  const [, name, previous] = secretVariables
  return (signIn?.secrets ?? []).flatMap((secret, index) => {
    if (!isGuessable(secret)) return []
    const message = `${index === 0 ? name : previous} can be guessed: whoever does so can make cookies of any user`
    return [{ message, remedy: 'set SESSION_SECRET to the output of: openssl rand -base64 32' }]
  })
}

/** Mail is sent only with both variables. */
function mailProblems(environment: Environment): Finding[] {
  const hasServer = ['SMTP_URL', 'SMTP_URL_FILE'].some(name => variable(environment, name) !== undefined)
  const hasSender = variable(environment, 'MAIL_FROM') !== undefined
  if (hasServer === hasSender) return []
  const [present, missing] = hasServer ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
  const remedy = `set ${missing} too, or remove ${present}`
  return [{ message: `no mail is sent: ${present} is set, but ${missing} is not`, remedy }]
}

/** The service itself has no TLS, so an https address means that there is a proxy in front of it. */
function proxyProblems({ signIn, http }: Config): Finding[] {
  if (signIn === undefined || !signIn.frontendUrl.startsWith('https:') || http.trustProxy !== undefined) return []
  const message = `users reach the service at ${signIn.frontendUrl}, so through a proxy, but http.trustProxy is not set: all users have the address of the proxy, and share one rate limit`
  const remedy =
    'set http.trustProxy in the configuration file to the addresses of the proxy: {"http": {"trustProxy": ["127.0.0.1"]}}'
  return [{ message, remedy }]
}
