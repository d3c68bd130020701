import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows, showsPart } from './shows.ts'

const rights = { member: { '*': ['odrl:read', 'odrl:modify'] }, editor: { '*': ['odrl:read'] }, guest: {} }

const withRoles = async (app: TestApp): Promise<void> => {
  await app.request('POST', '/api/resource-types', { name: 'Movie', slug: 'movie' })
  await app.request('PUT', '/api/settings/roles', { roles: ['admin', 'member', 'editor', 'viewer', 'guest'] })
  await app.request('PUT', '/api/settings/role-access', { roles: rights })
}

inBrowser('an administrator changes users in the table, and undoes it', async (t, open) => {
  const { page, app, signedIn, visit } = await open({ mode: 'production', as: 'root', data: withRoles, path: null })
  const member = await signedIn?.signIn('jane')
  const statusOf = async (): Promise<unknown> =>
    (await app.request('GET', `/api/users/${member?.me.id}`)).json<{ status: string; role: string }>()
  await page.goto('/users')
  const jane = page.getByRole('row', { name: /jane/ })
  await jane.waitFor()
  await keepShots(page, 'users')
  await noViolations(t, page, 'users')

  await page.getByLabel('Role of jane').selectOption('editor')
  await said(page, 'jane now has the role editor.')
  await showsPart(t, statusOf, { role: 'editor' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'The change of jane was undone.')
  await showsPart(t, statusOf, { role: 'member' })

  await page.getByRole('button', { name: 'Actions for jane' }).click()
  await page.getByRole('menuitem', { name: 'Disable jane' }).click()
  await jane.getByText('Disabled').waitFor()
  await showsPart(t, statusOf, { status: 'disabled' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await jane.getByText('Active').waitFor()
  await showsPart(t, statusOf, { status: 'active' })

  await page.getByLabel('Role of root').selectOption('member')
  await said(page, /root is the last active administrator/)
  await shows(t, () => page.getByLabel('Role of root').inputValue(), 'admin')

  await app.request('PUT', `/api/users/${member?.me.id}`, { name: 'Jane Doe' })
  await page.getByLabel('Role of jane').selectOption('guest')
  await said(page, /Somebody else has changed jane/)
  await page.getByLabel('Role of Jane Doe').waitFor()
  await showsPart(t, statusOf, { role: 'member' }, 'changes of another user were not overwritten')

  await page.getByRole('button', { name: 'Actions for Jane Doe' }).click()
  await page.getByRole('menuitem', { name: 'Act as Jane Doe' }).click()
  await page.getByText(/You are acting as Jane Doe/).waitFor()
  await page.getByRole('button', { name: /Stop acting as/ }).click()
  await page.getByText(/You are acting as/).waitFor({ state: 'detached' })

  const phone = await visit({ as: 'root', size: 'phone', path: '/users' })
  await phone.page.getByText('Jane Doe').waitFor()
  await keepShots(phone.page, 'users')
  await noViolations(t, phone.page, 'users on a phone')
  await phone.page.getByRole('button', { name: 'Actions for Jane Doe' }).tap()
  await phone.page.getByRole('menuitemradio', { name: 'guest' }).tap()
  await said(phone.page, 'Jane Doe now has the role guest.')
  await showsPart(t, statusOf, { role: 'guest' })
})

inBrowser('rights are set in the matrix by keyboard, with their effects shown before saving', async (t, open) => {
  const { page, app, visit } = await open({ data: withRoles, path: '/role-access' })
  const right = (name: string) => page.getByRole('button', { name, exact: true })
  await right('editor: archive Movies').waitFor()
  await page.getByText('Default: read').waitFor()
  await page.getByText('No access').waitFor()
  await shows(t, () => right('guest: read Movies').getAttribute('aria-pressed'), 'false')
  await shows(t, () => right('viewer: read Movies').getAttribute('aria-pressed'), 'true')
  await shows(t, () => right('viewer: read Movies').getAttribute('aria-disabled'), 'true')

  const border = (name: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('[aria-label="${name}"]')).borderTopStyle`)
  await page.emulateMedia({ forcedColors: 'active' })
  await shows(t, () => border('member: read Every type'), 'solid')
  await shows(t, () => border('member: read Movies'), 'dashed', 'inherited: visible without custom colours')
  await shows(t, () => border('viewer: read Movies'), 'dashed')
  await keepShots(page, 'role-access-contrast')
  await page.emulateMedia({ forcedColors: 'none' })

  t.ok(await tabTo(page, /^button member: read Every type$/), 'Tab leads into the matrix')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown'])
    await page.keyboard.press(key)
  await focuses(t, page, 'button editor: archive Movies')
  await page.keyboard.press('Space')
  const effects = page.getByRole('complementary', { name: 'What this changes' })
  await effects.getByText('editor can now archive Movie.').waitFor()
  await effects.getByText('0 active users have the role editor.').waitFor()
  await keepShots(page, 'role-access')
  await noViolations(t, page, 'roles and rights')
  await page.keyboard.press('Control+s')
  await said(page, 'Rights saved. They apply immediately.')
  const stored = async (): Promise<unknown> => (await app.request('GET', '/api/settings/role-access')).json()
  await shows(t, stored, { roles: { ...rights, editor: { '*': ['odrl:read'], movie: ['odrl:delete'] } } })

  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'The change was undone.')
  await shows(t, stored, { roles: rights })

  await right('member: change Every type').click()
  await effects.getByText('member can no longer change every type.').waitFor()
  const theirs = { ...rights, guest: { movie: ['odrl:read'] } }
  await app.request('PUT', '/api/settings/role-access', { roles: theirs })
  await page.getByRole('button', { name: 'Save rights' }).click()
  await page.getByText(/Somebody else has changed the rights/).waitFor()
  await shows(t, stored, { roles: theirs }, 'it is not overwritten')
  await page.getByRole('button', { name: 'Save rights' }).click()
  await said(page, 'Rights saved. They apply immediately.')
  await shows(t, stored, { roles: { ...theirs, member: { '*': ['odrl:read'] } } })

  await page.getByRole('button', { name: 'Actions for the role member' }).click()
  await page.getByRole('menuitem', { name: 'Remove all rights' }).click()
  await effects.getByText('member can no longer read every type.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await effects.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Name').fill('Not a role')
  await page.keyboard.press('Enter')
  await page.getByText(/A lower-case letter, then letters/).waitFor()
  await page.getByLabel('Name').fill('auditor')
  await page.keyboard.press('Enter')
  await right('auditor: read Movies').waitFor()
  await page.getByRole('button', { name: 'Actions for the role auditor' }).click()
  await page.getByRole('menuitem', { name: 'Remove role auditor' }).click()
  await page.getByRole('button', { name: 'Remove role auditor' }).click()
  await right('auditor: read Movies').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Explain access' }).click()
  await page.getByRole('combobox', { name: 'User' }).fill('Member')
  await page.getByRole('option', { name: /Member/ }).click()
  await page.getByRole('combobox', { name: 'Type' }).fill('Mov')
  await page.getByRole('option', { name: 'Movie' }).click()
  await page.getByText('Member can read Movie.').waitFor()
  await keepShots(page, 'explain')
  await noViolations(t, page, 'why somebody may do something')

  const phone = await visit({ size: 'phone', path: '/role-access' })
  await phone.page.getByText('Every type').first().waitFor()
  await phone.page.getByLabel('Role', { exact: true }).selectOption('guest')
  const last = await phone.page.getByRole('button', { name: 'guest: archive Every type' }).boundingBox()
  t.ok(last !== null && last.x + last.width <= 390, 'every right of a role is visible')
  await shows(t, () => phone.page.getByRole('button', { name: 'editor: read Movies' }).count(), 0, 'one role at a time')
  await keepShots(phone.page, 'role-access')
  await noViolations(t, phone.page, 'roles and rights on a phone')
  const overflow = await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
})

inBrowser('a role that users have cannot be removed, with the reason shown', async (t, open) => {
  const { page, app } = await open({ data: withRoles, path: null })
  const { data } = (await app.request('GET', '/api/users')).json<{ data: { id: string; email: string }[] }>()
  const member = data.find(({ email }) => email === 'member@example.com')
  await app.request('PUT', `/api/users/${member?.id}`, { role: 'editor' })
  await page.goto('/role-access')
  await page.getByRole('button', { name: 'Actions for the role editor' }).click()
  await page.getByRole('menuitem', { name: 'Remove role editor' }).click()
  await page.getByRole('button', { name: 'Remove role editor' }).click()
  await said(page, /The role editor is assigned to users/)
  await shows(t, () => page.getByRole('button', { name: 'editor: read Movies' }).isVisible(), true)
})

inBrowser('a token is shown once, works, and is revoked by name; other sessions are ended', async (t, open) => {
  const { page, context, base, signedIn, visit } = await open({
    mode: 'production',
    as: 'root',
    data: withRoles,
    path: '/tokens',
  })
  await page.getByText('No API tokens').waitFor()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByLabel('Name').fill('Nightly import')
  await dialog.getByLabel('Only these actions').check()
  await dialog.getByLabel('read', { exact: true }).check()
  await noViolations(t, page, 'a new token')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Token').inputValue()
  await keepShots(page, 'token')
  const ask = async (): Promise<number> =>
    (await fetch(`${base}/api/movie`, { headers: { authorization: `Bearer ${token}` } })).status
  t.equal(await ask(), 200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /Nightly import.*read: all types/ }).waitFor()
  t.notMatch(await page.content(), token, 'it is not shown again')
  await page.getByRole('button', { name: 'Revoke the token Nightly import' }).click()
  await page.getByRole('heading', { name: 'Revoke the token “Nightly import”?' }).waitFor()
  await page.getByRole('button', { name: 'Revoke token', exact: true }).click()
  await said(page, 'The token “Nightly import” was revoked.')
  t.equal(await ask(), 401)

  await signedIn?.signIn('root')
  await page.goto('/sessions')
  await page.getByText('This browser').waitFor()
  await keepShots(page, 'sessions')
  await noViolations(t, page, 'sessions')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('button', { name: /^End the session in/ }).waitFor({ state: 'detached' })
  await shows(t, async () => (await context.request.get('/api/auth/me')).status(), 200, 'this session continues')

  const member = await visit({ as: 'jane', path: '/tokens' })
  await member.page.getByText('No API tokens').waitFor()
  await member.page.goto('/users')
  await member.page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
})

inBrowser(
  'a user has a page with events and explanations of access; accounts are created and renamed',
  async (t, open) => {
    const { page, visit } = await open({ data: withRoles, path: '/users' })
    await page.getByText('Development mode has no sign-in').waitFor()
    await shows(t, () => page.getByRole('button', { name: 'Invite', exact: true }).count(), 0)
    await page.getByRole('link', { name: 'Member', exact: true }).click()
    await page.getByRole('row', { name: /User created/ }).waitFor()
    await page.getByRole('combobox', { name: 'User' }).waitFor()
    await keepShots(page, 'user')
    await noViolations(t, page, 'a user')
    const { pathname } = new URL(page.url())
    await page.goto('/accounts')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Acme')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename account: Acme' }).click()
    await page.getByLabel('Name of the account').fill('Acme Films')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Acme Films/ }).waitFor()
    await keepShots(page, 'accounts')
    await noViolations(t, page, 'accounts')
    const phone = await visit({ size: 'phone', path: pathname })
    await phone.page.getByText('User created').first().waitFor()
    await keepShots(phone.page, 'user')
    await noViolations(t, phone.page, 'a user on a phone')
  },
)
