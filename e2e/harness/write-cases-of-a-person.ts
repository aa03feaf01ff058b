import { button, dialogButton, fill, inOrder, open, press, type WriteCase } from './write-case.ts'
import { password } from './write-case-data.ts'

export const company: WriteCase[] = [
  {
    of: 'web/company/InviteCard.tsx InviteCard invite',
    ...{ at: '/profile/company', call: /^POST .*invitations$/, control: button('Send the invitation') },
    prepare: fill('E-mail', 'hal@velo.example'),
  },
  {
    of: 'web/company/Invitations.tsx Invitations revoke',
    follows: true,
    ...{ at: '/profile/company', call: /^DELETE .*invitations/ },
    control: button('Withdraw the invitation to fay@velo.example'),
  },
  {
    of: 'web/company/MemberRow.tsx MemberRow change',
    ...{
      at: '/profile/company',
      call: /^(PATCH|PUT) .*members/,
      control: (page) => page.getByLabel('Role of Dan Dahl'),
    },
    press: async (control) => void (await control.selectOption('finance')),
  },
  {
    of: 'web/company/MemberRow.tsx MemberRow remove',
    ...{ at: '/profile/company', call: /^DELETE .*members/, again: open('Remove Dan Dahl') },
    control: dialogButton(/^Remove/),
  },
]

const settings = '/profile/notifications?settings=true'
export const notices: WriteCase[] = [
  {
    of: 'web/notifications/ChannelTable.tsx Row { choose, save }',
    ...{ at: settings, call: /^P.* .*notifications\/settings/, control: (page) => page.locator('table input').first() },
    beside: (page) => page.locator('table tbody th[scope=row]').first(),
  },
  {
    of: 'web/notifications/KindList.tsx Kind { choose, save }',
    ...{ phone: true, at: settings, call: /^P.* .*notifications\/settings/ },
    prepare: (page) => page.locator('main details summary').first().click(),
    control: (page) => page.locator('main details[open] input:enabled').last(),
  },
  {
    of: 'web/notifications/QuietCard.tsx QuietCard save',
    also: ['web/notifications/QuietCard.tsx QuietCard savePreferences'],
    ...{ at: settings, call: /^P.* .*notifications\/settings/ },
    control: (page) => page.getByRole('checkbox', { name: 'Set quiet hours' }),
  },
  {
    of: 'web/notifications/ChoicesCard.tsx Row { choose, change }',
    ...{ at: settings, call: /^PUT .*notif/, control: button('Stop following or muting BK-1') },
  },
]

const security = '/profile/security'
export const profile: WriteCase[] = [
  {
    of: 'web/profile/LocaleCard.tsx LocaleCard save',
    ...{ at: '/profile', call: /^P.* .*preferences/, control: (page) => page.getByLabel('Time zone') },
    press: async (control) => void (await control.selectOption('Asia/Tokyo')),
  },
  {
    of: 'web/shell/LanguageChoice.tsx LanguageChoice save',
    ...{ at: '/faq', call: /^P.* .*preferences/, prepare: press('Change the appearance') },
    control: (page) => page.getByRole('dialog').getByLabel(/^Language/),
    press: async (control) => void (await control.selectOption('de')),
    ...{ who: 'eli' },
  },
  {
    of: 'web/profile/PictureCard.tsx PictureCard upload',
    ...{ at: '/profile', call: /^PUT .*(avatar|picture)/, control: button('Choose a picture') },
    press: async (_, page) => {
      const square = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      )
      await page
        .getByLabel('Choose a picture')
        .and(page.locator('input'))
        .setInputFiles({
          ...{ name: 'me.png', mimeType: 'image/png', buffer: square },
        })
    },
  },
  {
    of: 'web/profile/PictureCard.tsx PictureCard remove',
    follows: true,
    ...{ at: '/profile', call: /^DELETE .*(avatar|picture)/, control: button('Remove the picture') },
  },
  {
    of: 'web/profile/ViewsPage.tsx ViewEntry remove',
    ...{ at: '/profile/views', call: /^DELETE .*views/, control: dialogButton('Delete') },
    prepare: async (page) => {
      await page.goto('/quotes?status=open')
      await inOrder(press('Saved views'), press('Save as a new view'), fill('Name', 'To answer'))(page)
      await dialogButton('Save')(page).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goto('/profile/views')
    },
    again: open('Delete the view To answer'),
  },
  {
    of: 'web/profile/PasswordCard.tsx PasswordForm change',
    ...{ at: security, call: /^P.* .*password/, control: button('Save the password'), who: 'cy' },
    prepare: inOrder(
      press('Change the password'),
      fill('Current password', 'a passphrase of her own'),
      fill(/^New password/, 'lantern harbour seventeen oak'),
    ),
  },
  {
    of: 'web/profile/FactorsCard.tsx FactorsCard setUp',
    ...{ at: security, call: /^POST .*(secondFactor|factor|totp|app)/i, who: 'cy' },
    control: button('Set up codes by e-mail'),
  },
  {
    of: 'web/profile/Enrolment.tsx Enrolment confirm',
    follows: true,
    ...{ at: security, call: /^POST .*confirm|^PUT .*secondFactor/i, who: 'cy', control: dialogButton('Confirm') },
    status: 400,
    prepare: async (page) => {
      await button('Set up codes by e-mail')(page).click()
      // The sixth digit sends the code; refused so, it stays to be sent again.
      const unavailable = { status: 503, json: { code: 'unavailable', message: 'Not now.' } }
      await page.route('**/secondFactor/email', (route) => route.fulfill(unavailable), { times: 1 })
      await page.getByRole('dialog').locator('[name=code]').first().click()
      await page.keyboard.type('123456')
      await page.getByRole('alert').getByText('Not now.').waitFor()
    },
  },
  {
    of: 'web/profile/SessionsCard.tsx SessionsCard end',
    ...{ at: security, call: /^DELETE .*sessions\/./, control: button(/^End the session on/) },
  },
  {
    of: 'web/profile/SessionsCard.tsx SessionsCard endOthers',
    ...{
      at: security,
      call: /^DELETE .*sessions$/,
      again: open('End all others'),
      control: dialogButton('End all others'),
    },
    prepare: async (page, portal) => {
      await fetch(`${portal.address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: portal.address },
        body: JSON.stringify({ email: 'ann@velo.example', password }),
      })
      await page.reload()
    },
  },
  {
    of: 'web/profile/DataPage.tsx ExportCard exportData',
    ...{ at: '/profile/data', call: /^GET .*export$/, control: button('Download as JSON') },
  },
  {
    of: 'web/profile/DataPage.tsx DeletionForm requestDeletion',
    ...{ at: '/profile/data', call: /^POST .*deletion/, control: button('Request account deletion'), who: 'bo' },
    prepare: fill('Anything to add (optional)', 'Thank you'),
  },
  {
    of: 'web/profile/DataPage.tsx DeletionRequested takeBack',
    follows: true,
    ...{ at: '/profile/data', call: /^DELETE .*deletion/, control: button('Cancel the request'), who: 'bo' },
  },
  {
    of: 'web/profile/ProfilePage.tsx Accounts change',
    ...{ at: '/profile', call: /^P.* .*account/, control: button(/^Switch to Other/) },
  },
]
