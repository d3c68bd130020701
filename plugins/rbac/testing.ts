import type { Test } from 'tap'
import type { JsonObject } from '../../lib/json/index.ts'
import { onStoreOfRun } from '../../testing/internal/each-store.ts'
import { startPeopled } from '../../testing/internal/people.ts'
import type { Ask, Peopled, People } from '../../testing/internal/people.ts'

/** The users in the tests of rights. `none` has policies that allow nothing, `viewer` has none. */
export const cast = (): People => ({
  root: { role: 'admin' },
  mia: { role: 'member' },
  max: { role: 'member' },
  vic: { role: 'viewer' },
  nil: { role: 'none' },
  gus: { role: 'none' },
  far: { role: 'admin', account: 'urn:account:b' },
  bea: { role: 'member', account: 'urn:account:b' },
  out: { role: 'member', status: 'disabled' },
})

/** The URN of a user in the tests. */
export const urn = (name: string): string => `urn:user:${name}`

/** A service with these users, and the types `note` and `task`, of which `task` refers to notes. */
export interface Stage extends Peopled {
  people: People
  root: Ask
  /** Give a role these policies, or none. */
  policies(role: string, entries?: JsonObject): Promise<void>
}

/** Prepare the service. */
async function stage(t: Test, url: string | undefined): Promise<Stage> {
  const people = cast()
  const peopled = await startPeopled(t, people, { url })
  const root = peopled.as('root')
  await expect(201, root('POST', '/api/resource-types', { name: 'Note', slug: 'note', schema: note }))
  await expect(201, root('POST', '/api/resource-types', { name: 'Task', slug: 'task', schema: task }))
  await expect(200, root('PUT', '/api/settings/roles', { roles: ['viewer', 'none', 'editor'] }))
  const policies = async (role: string, entries?: JsonObject): Promise<void> => {
    const { roles } = (await root('GET', '/api/settings/role-access')).json<{ roles: Record<string, JsonObject> }>()
    const { [role]: _, ...others } = roles
    const next = entries === undefined ? others : { ...others, [role]: entries }
    await expect(200, root('PUT', '/api/settings/role-access', { roles: next }))
  }
  await policies('none', {})
  return { ...peopled, people, root, policies }
}

const note = { type: 'object', properties: { title: { type: 'string' }, size: { type: 'number' } } }
const task = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    about: { type: 'string', 'x-resource-type': 'note' },
    needs: { type: 'string', 'x-resource-type': 'note', 'x-on-archive': 'restrict' },
  },
}

/** The answer if it has this status, else an error with its text. */
export async function expect(status: number, asked: ReturnType<Ask>): ReturnType<Ask> {
  const answer = await asked
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} instead of ${status}: ${answer.body}`)
  return answer
}

/** Create a resource. @returns its id */
export async function make(ask: Ask, slug: string, data: JsonObject): Promise<string> {
  return (await expect(201, ask('POST', `/api/${slug}`, data))).json<{ id: string }>().id
}

/** Grant a user actions on a resource. */
export async function give(ask: Ask, id: string, name: string, actions: readonly string[]): Promise<void> {
  await expect(201, ask('POST', `/api/resources/${id}/permissions`, { agent_id: urn(name), actions }))
}

/** The ids in a list. */
export const idsIn = (answer: Awaited<ReturnType<Ask>>): string[] =>
  answer.json<{ data: { id: string }[] }>().data.map(({ id }) => id)

/** Run a test on the store of this run. */
export function onStages(name: string, run: (t: Test, stage: Stage) => Promise<void>): void {
  onStoreOfRun(name, async (t, url) => run(t, await stage(t, url)))
}
