import { inBrowser } from './in-browser.ts'
import { chooseOption, focuses, tabTo } from './keyboard.ts'
import { said } from './said.ts'
import { shows, showsPart } from './shows.ts'
import type { Resource } from '../../testing/internal/movies.ts'
import type { TestApp } from '../../testing/index.ts'

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
  await page.emulateMedia({ forcedColors: 'none' })

  t.ok(await tabTo(page, /^button member: read Every type$/), 'Tab leads into the matrix')
  for (const key of [...Array<string>(6).fill('ArrowRight'), 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await focuses(t, page, 'button editor: archive Movies')
  await page.keyboard.press('Space')
  const effects = page.getByRole('complementary', { name: 'What this changes' })
  await effects.getByText('editor can now archive Movie.').waitFor()
  await effects.getByText('0 active users have the role editor.').waitFor()
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
  const merged = { ...theirs, member: { '*': ['odrl:read'] } }
  await shows(t, stored, { roles: merged })
  const later = { ...merged, guest: {} }
  await app.request('PUT', '/api/settings/role-access', { roles: later })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await said(page, 'This was changed meanwhile, so nothing was undone.')
  await shows(t, stored, { roles: later }, 'what was saved later is not undone as well')
  await page.reload()

  await page.getByRole('button', { name: 'Actions for the role member' }).click()
  await page.getByRole('menuitem', { name: 'Remove all rights' }).click()
  await effects.getByText('member can no longer read every type.').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await effects.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Name').fill('Not a role')
  await page.getByRole('dialog').getByRole('button', { name: 'Add role' }).click()
  await page.getByText(/A lower-case letter, then letters/).waitFor()
  await focuses(t, page, 'input Name', 'what is wrong')
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

  const phone = await visit({ size: 'phone', path: '/role-access' })
  await phone.page.getByText('Every type').first().waitFor()
  await phone.page.getByLabel('Role', { exact: true }).selectOption('guest')
  const last = await phone.page.getByRole('button', { name: 'guest: archive Every type' }).boundingBox()
  t.ok(last !== null && last.x + last.width <= 390, 'every right of a role is visible')
  await shows(t, () => phone.page.getByRole('button', { name: 'editor: read Movies' }).count(), 0, 'one role at a time')
  const overflow = await phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  t.ok(overflow <= 0, `nothing is wider than the phone (${overflow})`)
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
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Token').inputValue()
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
    const { pathname } = new URL(page.url())
    await page.goto('/accounts')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Acme')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename account: Acme' }).click()
    await page.getByLabel('Name of the account').fill('Acme Films')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Acme Films/ }).waitFor()
    const phone = await visit({ size: 'phone', path: pathname })
    await phone.page.getByText('User created').first().waitFor()
  },
)

const withOpenInvitations = async ({ request }: TestApp): Promise<void> => {
  await request('PUT', '/api/settings/roles', { roles: ['editor'] })
  await request('POST', '/api/accounts', { name: 'Print shop' })
  await request('POST', '/api/users/invitations', { email: 'bo@example.org', role: 'member' })
  await request('POST', '/api/users/invitations', { email: 'cy@example.org', role: 'editor' })
}

inBrowser('a user is invited, follows the link, and gets the role of the invitation', async (t, open) => {
  const { page, context, app, base, signedIn, visit } = await open({
    mode: 'production',
    as: 'root',
    data: withOpenInvitations,
    path: '/users',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base })
  const invitations = page.getByRole('region', { name: 'Open invitations' }).getByRole('table')
  const dialog = page.getByRole('dialog')
  await invitations.getByRole('row', { name: /bo@example\.org.*member.*root/ }).waitFor()
  await page.getByRole('row', { name: /root@example\.org/ }).waitFor()

  await page.keyboard.press('c')
  await dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await focuses(t, page, /E-mail/)
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter an e-mail address').waitFor()
  await focuses(t, page, /E-mail/, 'the focus is on the missing field')
  await page.keyboard.type('Bo@example.org')
  await page.keyboard.press('Enter')
  await dialog.getByText('This address already has an open invitation.').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ada@example.org')
  await dialog.getByLabel('Role').selectOption('editor')
  await dialog.getByLabel('Account').selectOption({ label: 'Print shop' })
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()

  await dialog.getByRole('heading', { name: 'Invitation for ada@example.org created' }).waitFor()
  await focuses(t, page, /Copy link/, 'the link can be copied')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByText('No mail was sent. Send the link to ada@example.org yourself.').waitFor()
  await shows(t, () => page.evaluate<string>('navigator.clipboard.readText()'), link)
  t.ok(link.startsWith(`${base}/api/auth/login?invitation=`))
  await page.keyboard.press('Escape')
  await invitations.getByRole('row', { name: /ada@example\.org.*editor.*Print shop.*root/ }).waitFor()
  await focuses(t, page, /Invite/)

  signedIn?.provider.accounts.set('ada', { email: 'ada@example.org', name: 'Ada', email_verified: true })
  const ada = await visit({ path: null })
  await ada.page.goto(link)
  await ada.page.getByLabel('Login').fill('ada')
  await ada.page.keyboard.press('Enter')
  await ada.page.waitForURL(`${base}/`)
  await ada.page.getByRole('button', { name: 'You: Ada' }).waitFor()
  const me = await ada.page.evaluate<Record<string, string>>(`fetch('/api/auth/me').then(answer => answer.json())`)
  const { data: accounts } = (await app.request('GET', '/api/accounts')).json<{
    data: { id: string; name: string }[]
  }>()
  t.match(me, { role: 'editor', account_id: accounts.find(({ name }) => name === 'Print shop')?.id })
  const unused = ada.page.getByText('The invitation had no effect')
  await shows(t, () => unused.count(), 0)

  signedIn?.provider.accounts.set('eve', { email: 'eve@example.org', name: 'Eve', email_verified: true })
  const eve = await visit({ path: null })
  await eve.page.goto(link)
  await eve.page.getByLabel('Login').fill('eve')
  await eve.page.keyboard.press('Enter')
  await eve.page.getByText('You signed in with eve@example.org.').waitFor()
  await eve.page.getByRole('button', { name: 'Close', exact: true }).click()
  await eve.page.reload()
  await eve.page.getByRole('button', { name: 'You: Eve' }).waitFor()
  await shows(t, () => eve.page.getByText('The invitation had no effect').count(), 0, 'it was closed')

  await page.reload()
  await page.getByRole('row', { name: /Ada ada@example\.org/ }).waitFor()
  await shows(t, () => invitations.getByRole('row').count(), 3, 'an invitation that was used is gone')
  await page.getByRole('button', { name: 'Revoke the invitation of cy@example.org' }).click()
  await page.getByRole('heading', { name: 'Revoke the invitation of cy@example.org?' }).waitFor()
  await page.getByRole('button', { name: 'Revoke invitation', exact: true }).click()
  await said(page, 'The invitation of cy@example.org was revoked.')
  await invitations.getByText('cy@example.org').waitFor({ state: 'detached' })
  await focuses(t, page, /Revoke the invitation of bo/, 'the focus is on its neighbour')

  t.ok(await tabTo(page, /Search users/))
  await page.keyboard.type('ada')
  await page.waitForURL(/q=ada/)
  await page.getByRole('row', { name: /root@example\.org/ }).waitFor({ state: 'detached' })
  await page.getByLabel('Role', { exact: true }).selectOption('admin')
  await page.getByText('No matching users').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row', { name: /root@example\.org/ }).waitFor()
  t.notMatch(page.url(), /role=/)

  const phone = await visit({ as: 'root', size: 'phone', path: '/users' })
  await phone.page.getByText('bo@example.org').waitFor()
})

const withPeople = async (app: TestApp): Promise<void> => {
  for (const [given_name, family_name] of [
    ['Ada', 'Lovelace'],
    ['Grace', 'Hopper'],
  ])
    await app.request('POST', '/api/persons', { given_name, family_name, email: `${given_name}@example.org` })
  await app.request('POST', '/api/organizations', { name: 'Engines', slug: 'engines' })
}

inBrowser('persons have one entry, one list and one page, also at their former addresses', async (t, open) => {
  const { page, visit } = await open({ data: withPeople, path: '/persons?q=ada' })
  await page.waitForURL(/\/content\/person\?q=ada$/)
  await page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, () => page.getByRole('row', { name: 'Grace Hopper' }).count(), 0)
  await shows(
    t,
    async () => (await page.getByRole('columnheader').allInnerTexts()).filter(text => text !== '').slice(0, 3),
    ['Name', 'E-mail address', 'Member of'],
    'given and family name are part of the name',
  )
  const sidebar = page.getByRole('navigation')
  await shows(t, () => sidebar.getByRole('link', { name: 'People', exact: true }).count(), 1)
  await shows(t, () => sidebar.getByRole('link', { name: 'Organizations', exact: true }).count(), 1)
  await shows(t, () => sidebar.getByRole('button', { name: 'Directory' }).count(), 0)
  await page.keyboard.press('c')
  await page.waitForURL(/\/content\/person\/new/)
  await page.getByLabel('Given name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Barbara')
  await page.keyboard.press('Control+s')
  await page.getByText('Family name is required').first().waitFor()
  await page.getByLabel('Family name').click()
  await page.keyboard.type('Liskov')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Barbara Liskov' }).waitFor()

  const phone = await visit({ size: 'phone', path: '/persons' })
  await phone.page.getByText('Barbara Liskov').waitFor()
})

inBrowser('members are found, added and removed on the page of an organization, with undo', async (t, open) => {
  const { page, app, visit } = await open({ data: withPeople, path: '/organizations' })
  await page.waitForURL(/\/content\/organization$/)
  await page.getByRole('link', { name: 'Engines' }).click()
  const section = page.getByRole('region', { name: 'Members', exact: true })
  await page.getByRole('button', { name: 'Add person', exact: true }).waitFor()
  const last = new URL(page.url()).pathname.split('/').at(-1)
  const members = async (): Promise<string[]> => {
    const { data } = (await app.request('GET', `/api/organizations/urn:organization:${last}/members`)).json<{
      data: { name: string }[]
    }>()
    return data.map(({ name }) => name)
  }
  await page.getByRole('button', { name: 'Add person', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find person to add' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await section.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, members, ['Ada Lovelace'])
  await section.getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Remove from here' }).click()
  await said(page, 'Removed “Ada Lovelace”.')
  await shows(t, members, [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await section.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
  await shows(t, members, ['Ada Lovelace'])

  const phone = await visit({ size: 'phone', path: `/organizations/${last}` })
  await phone.page.waitForURL(`**/content/organization/${last}`)
  await phone.page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
})

inBrowser('an organization gets a short name from its name, until the user enters one', async (t, open) => {
  const { app, page, go } = await open({ data: withPeople, path: '/content/organization/new' })
  const slug = page.getByRole('textbox', { name: 'Short name' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Étoile & Söhne')
  await shows(t, () => slug.inputValue(), 'etoile-soehne')
  await page.getByRole('button', { name: 'Edit Short name' }).click()
  await page.keyboard.type('engines')
  await page.getByRole('textbox', { name: 'Name', exact: true }).click()
  await page.keyboard.type('!')
  await shows(t, () => slug.inputValue(), 'engines', 'the input is kept')
  await page.keyboard.press('Control+s')
  await slug.and(page.locator('[aria-invalid=true]')).waitFor()
  await slug.fill('Steam Engines')
  await page.getByText('Short name must be lower-case letters, digits and single hyphens').first().waitFor()

  /** Create what is called Engines. @returns its short name */
  const createEngines = async (path: string): Promise<string> => {
    await go(`/content/${path}/new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Engines')
    await page.keyboard.press('Control+s')
    await page.waitForURL(url => !url.pathname.endsWith('/new'))
    const { data } = (await app.request('GET', `/api/${path}?limit=1`)).json<{ data: Resource[] }>()
    return String(data[0]?.data['@graph'][0]?.['slug'])
  }
  t.equal(await createEngines('organization'), 'engines-2', 'a derived address that is taken gets a number')
  for (const number of [3, 4]) t.equal(await createEngines('organization'), `engines-${number}`)
  t.match(await createEngines('organization'), /^engines-[a-z0-9]{7}$/, 'later ones an end that no other has')

  const short = { type: 'string', 'x-unique': true, maxLength: 6 }
  const schema = { type: 'object', properties: { name: { type: 'string' }, slug: short } }
  await app.request('POST', '/api/resource-types', { name: 'Shed', slug: 'shed', schema })
  await page.reload()
  t.same([await createEngines('shed'), await createEngines('shed')], ['engine', 'engi-2'], 'as long as it may be')
})

inBrowser('the sidebar is arranged by keyboard and mouse, for a role, and reset', async (t, open) => {
  const { page, app, visit } = await open({ path: '/sidebar?role=member' })
  const stored = async (): Promise<{ menu_groups: Record<string, string[]>; hidden_slugs: string[] }> =>
    (await app.request('GET', '/api/settings/sidebar?role=member')).json()
  const before = await stored()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByLabel('Group name').fill('Contacts')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Contacts', exact: true }).waitFor()
  t.ok(await tabTo(page, /^button Move group Contacts/, 60))
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /Move group Contacts/, 'the focus stays on the moved entry')
  await page.getByRole('button', { name: /^Move People:/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await focuses(t, page, /^button Move People/)
  const preview = page.getByRole('region', { name: 'Preview' })
  await shows(t, () => preview.innerText(), /Contacts\s+(P\s+)?People/)
  await page
    .getByRole('button', { name: /^Move Organizations:/ })
    .dragTo(page.locator('[data-slug="person"]'), { targetPosition: { x: 80, y: 3 } })
  await page.getByRole('button', { name: 'Hide People' }).click()
  await preview.getByText('People', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save sidebar' }).click()
  await said(page, 'Sidebar saved.')
  await showsPart(t, stored, {
    menu_groups: { Contacts: ['organization', 'person'] },
    hidden_slugs: ['person'],
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await said(page, 'The change was undone.')
  await shows(t, stored, before)

  const titled = {
    menu_groups: { Contacts: ['person'], Work: ['organization'] },
    group_titles: { Contacts: { de: 'Kontakte' } },
  }
  await app.request('PUT', '/api/settings/sidebar', titled)
  const german = await visit({ path: '/sidebar', locale: 'de-DE' })
  await german.page.getByRole('button', { name: 'Kontakte', exact: true }).last().click()
  await german.page.getByLabel('Name der Gruppe').fill('Adressen')
  await german.page.keyboard.press('Enter')
  await german.page.getByRole('button', { name: 'Aktionen für die Gruppe Adressen' }).waitFor()
  await german.page.getByRole('button', { name: 'Seitenleiste speichern' }).click()
  await german.page.getByRole('region', { name: 'Meldungen' }).getByText('Seitenleiste gespeichert.').waitFor()
  const general = async (): Promise<unknown> => (await app.request('GET', '/api/settings/sidebar')).json()
  await showsPart(t, general, { menu_groups: { Contacts: ['person'] }, group_titles: { Contacts: { de: 'Adressen' } } })

  const phone = await visit({ size: 'phone', path: '/sidebar' })
  await phone.page.getByRole('button', { name: /^Move People:/ }).waitFor()
})

inBrowser('events are filtered by the address, and new ones are shown on request', async (_t, open) => {
  const { page, go, app, visit } = await open({ data: withPeople, path: '/events' })
  await page.getByRole('row', { name: /Created.*Ada Lovelace.*You/ }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Created' })
  await page.waitForURL(/type=Resource\.Created/)
  await page
    .getByRole('row', { name: /Type created/ })
    .first()
    .waitFor({ state: 'detached' })
  await app.request('POST', '/api/persons', { given_name: 'Edsger', family_name: 'Dijkstra' })
  await page.getByRole('button', { name: '1 new event' }).click()
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await page.getByRole('link', { name: 'Edsger Dijkstra' }).click()
  await page.waitForURL(/\/content\/person\//)
  await go('/events')
  const subject = page.getByRole('combobox', { name: 'Record' })
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await subject.focus()
  await page.keyboard.type('dijk')
  await chooseOption(page, /Edsger Dijkstra.*Person/)
  await page.waitForURL(/subject=urn/)
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('urn:none:1')
  await chooseOption(page, 'urn:none:1')
  await page.getByText('No matching events').waitFor()
  await page.getByText('Clear the filters, or choose another period.').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().press('Enter')
  await page.getByRole('row', { name: /Edsger Dijkstra/ }).waitFor()
  await go('/events?until=2020-01-01T00:00:00.000Z')
  await page.getByText('No matching events').waitFor()
  await page.goto('/plugins')
  await page.getByText('Ready: the store responds').waitFor()
  await page.getByRole('article', { name: 'events' }).getByText('documentStore').waitFor()
  const phone = await visit({ size: 'phone', path: '/events' })
  await phone.page.getByText('Ada Lovelace').waitFor()
})
