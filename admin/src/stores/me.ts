import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { actAs, expectUser, getMe, signOut, stopImpersonation } from '../api/index.ts'
import type { Action, ApiError, Me } from '../api/index.ts'
import { leaveFor } from '../composables/page/leaving.ts'
import { useLocalPreference } from '../composables/page/useLocalPreference.ts'

/** The user who is signed in, and the user's rights. They only hide controls; the service checks every request. */
export const useMe = defineStore('me', () => {
  const me = shallowRef<Me>()
  /** The session ended while a page was open: signing in is offered, and input is kept. */
  const hasEnded = ref(false)
  /** A change was refused, because the session acts as somebody else now than the page shows; input is kept. */
  const isOther = ref(false)
  /** Development mode: the email address of the user to act as. */
  const agent = useLocalPreference('agent', '')
  actAs(agent.value)

  const isSignedIn = computed(() => me.value !== undefined)
  const isDevelopment = computed(() => me.value?.mode === 'development')
  const isAdministrator = computed(() => isDevelopment.value || me.value?.role === 'admin')

  /** @throws ApiError, 401 when nobody is signed in */
  async function load(): Promise<void> {
    me.value = await getMe()
    expectUser(me.value.id)
    hasEnded.value = false
  }

  /** Notice that the session acts as somebody else now than the page shows. */
  async function check(): Promise<void> {
    const before = isOther.value
    const { id } = await getMe()
    if (isOther.value === before) isOther.value = me.value !== undefined && id !== me.value.id // else answered meanwhile
  }

  /** Whether policies allow an action; ownership and grants can allow more. */
  function can(action: Action, slug: string): boolean {
    if (me.value === undefined) return false
    if (isAdministrator.value) return true
    const { permissions } = me.value
    const own = Object.hasOwn(permissions, slug) ? permissions[slug] : undefined
    return [...(permissions['*'] ?? []), ...(own ?? [])].includes(action)
  }

  /** Development mode: act as another user. The page is reloaded, so that no data of the previous user stays. */
  function become(address: string): void {
    agent.value = address
    location.assign('/')
  }

  async function stopImpersonating(): Promise<void> {
    await stopImpersonation()
    location.assign('/')
  }

  /** Sign out; drafts stay. */
  async function leave(): Promise<void> {
    await signOut()
    leaveFor('/sign-in')
  }

  /** Handle a request that was refused because there is no session, or because it is somebody else's now. */
  function end(error: ApiError): void {
    if (error.status === 401 && isSignedIn.value) hasEnded.value = true
    if (error.code === 'other-user') isOther.value = true
  }

  return {
    me,
    agent,
    hasEnded,
    isOther,
    isSignedIn,
    isDevelopment,
    isAdministrator,
    load,
    check,
    can,
    become,
    stopImpersonating,
    leave,
    end,
  }
})
