import type { Browser } from 'playwright-core'
import { codeNow } from '#server/auth/factors/totp.ts'
import type { Portal } from './portal.ts'
import { type Visitor, visit } from './visitor.ts'

type Joining = { portal: Portal; browser: Browser; email: string; name: string; password: string }

/** An owner of the console who has just joined it by an invitation, with password and authenticator app, and sees Today. */
export async function joinConsole({ portal, browser, email, name, password }: Joining): Promise<Visitor> {
  const printed = portal.command(['staff', 'invite', email, '--role', 'owner'])
  const visitor = await visit(browser, portal.address)
  const { page } = visitor
  await page.goto(/\/console\/invitation#token=\S+/.exec(printed)?.[0] ?? '')
  await page.getByText('Your role: Owner.').waitFor()
  const appKey = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(appKey, new Date()))
  await page.getByRole('button', { name: 'Join the console' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  return visitor
}
