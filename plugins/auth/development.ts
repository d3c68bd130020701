import { Unauthorized } from '../../kernel/index.ts'
import type { Caller, Identity } from '../../kernel/index.ts'
import { readAddress } from './address.ts'
import { seeded, welcome } from './arrivals.ts'
import type { ArrivalParts } from './arrivals.ts'
import type { User } from './users.ts'

const header = 'x-dev-agent'

/**
 * Development mode: nobody signs in. The header `X-Dev-Agent` names the acting user by e-mail address; without it, it is the seeded administrator.
 * An address that nobody has yet makes a user.
 */
export function developmentIdentity(parts: ArrivalParts): Identity {
  const arriving = new Map<string, Promise<User>>()

  /** The first request of an address makes its user, the others wait for that. */
  function arrive(address: string): Promise<User> {
    const under = arriving.get(address)
    if (under !== undefined) return under
    const arrival = welcome(parts, address).finally(() => arriving.delete(address))
    arriving.set(address, arrival)
    return arrival
  }

  return {
    identify(request) {
      const given = request.headers[header]
      const address = given === undefined ? seeded.administrator.address : readAddress(String(given))
      const user = parts.directory.known(address)
      return user === undefined ? arrive(address).then(callerOf) : callerOf(user)
    },
  }
}

/** @throws `Unauthorized` for a user who was disabled */
function callerOf({ id, account_id, status, email }: User): Caller {
  if (status === 'disabled') throw new Unauthorized(`the user ${email} is disabled`)
  return { id, account_id }
}
