import type { TestApp } from '../../testing/index.ts'
import { noViolations } from './accessible.ts'
import { inBrowser } from './in-browser.ts'
import { focuses, tabTo } from './keyboard.ts'
import { said } from './said.ts'
import { keepShots } from './shots.ts'
import { shows } from './shows.ts'

const withRoles = async ({ request }: TestApp): Promise<void> => {
  await request('PUT', '/api/settings/roles', { roles: ['editor'] })
  await request('POST', '/api/accounts', { name: 'Print shop' })
  await request('POST', '/api/users/invitations', { email: 'bo@example.org', role: 'member' })
  await request('POST', '/api/users/invitations', { email: 'cy@example.org', role: 'editor' })
}

inBrowser('a user is invited, follows the link, and gets the role of the invitation', async (t, open) => {
  const { page, context, app, base, signedIn, visit } = await open({
    mode: 'production',
    as: 'root',
    data: withRoles,
    path: '/users',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base })
  const invitations = page.getByRole('region', { name: 'Open invitations' }).getByRole('table')
  const dialog = page.getByRole('dialog')
  await invitations.getByRole('row', { name: /bo@example\.org.*member.*root/ }).waitFor()
  await page.getByRole('row', { name: /root@example\.org/ }).waitFor()

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await focuses(t, page, /E-mail/)
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter an e-mail address').waitFor()
  await focuses(t, page, /E-mail/, 'the focus is on the missing field')
  await page.keyboard.type('Bo@example.org')
  await page.keyboard.press('Enter')
  await dialog.getByText('This address already has an open invitation.').waitFor()
  await keepShots(page, 'invite')
  await noViolations(t, page, 'the dialog of an invitation')
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
  await keepShots(page, 'invited')
  await noViolations(t, page, 'the link of an invitation')
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
  await keepShots(eve.page, 'invitation-unused')
  await noViolations(t, eve.page, 'an invitation without effect')
  await eve.page.getByRole('button', { name: 'Close', exact: true }).click()
  await eve.page.reload()
  await eve.page.getByRole('button', { name: 'You: Eve' }).waitFor()
  await shows(t, () => eve.page.getByText('The invitation had no effect').count(), 0, 'it was closed')

  await page.reload()
  await page.getByRole('row', { name: /Ada ada@example\.org/ }).waitFor()
  await keepShots(page, 'users-invitations')
  await noViolations(t, page, 'users and invitations')
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
  await keepShots(phone.page, 'users-invitations')
  await noViolations(t, phone.page, 'users and invitations on a phone')
})
