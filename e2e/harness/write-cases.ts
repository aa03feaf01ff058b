import type { Locator, Page } from 'playwright-core'
import type { Portal } from './portal.ts'
import { mailedLink } from './write-case-data.ts'

export type WriteCase = {
  /** The write as checks/rules/writes.ts names it. */
  of: string
  /** Further writes that are made by the same press. */
  also?: readonly string[]
  who?: 'ann' | 'bo' | 'cy' | 'stranger'
  phone?: boolean
  at: string | ((portal: Portal) => string)
  /** Opens and fills in the form, once. */
  prepare?: (page: Page, portal: Portal) => Promise<void>
  /** What is done before each press. */
  again?: (page: Page) => Promise<void>
  control: (page: Page) => Locator
  press?: (control: Locator, page: Page) => Promise<void>
  /** What the sentence stands beside, if that is not the control. */
  beside?: (page: Page) => Locator
  /** The status at last, when the portal itself refuses what was typed. */
  status?: number
  /** Method and path of the call. */
  call: RegExp
}

/** Writes that need a device or a service that this test does not have, with the reason; the rule of checks/ holds them. */
export const unreached: Readonly<Record<string, string>> = {
  'web/announcements/Announcements.tsx Announcements dismiss': 'needs a member of staff who has published one',
  'web/auth/SecondFactorPage.tsx SecondFactorPage form': 'needs an authenticator',
  'web/auth/ChangePasswordPage.tsx ChangePasswordPage form': 'ends all sessions of a person',
  'web/documents/files/UblRow.tsx OriginalRow save': 'needs a document that came as UBL',
  'web/documents/files/EInvoiceRows.tsx EInvoiceRow save': 'needs a seller with a VAT number',
  'web/documents/files/AttachmentPreview.tsx AttachmentPreview save': 'shows pictures and PDF files only',
  'web/notifications/MailState.tsx MailState save': 'needs a mailbox that refuses mails',
  'web/documents/files/RelatedRow.tsx RelatedRow save': 'needs documents that belong together',
  'web/profile/FactorsCard.tsx FactorsCard remove': 'needs a second factor',
  'web/profile/FactorsCard.tsx FactorsCard renew': 'needs a second factor',
  'web/notifications/PushCard.tsx PushCard change': 'needs a push service',
  'web/profile/DevicesCard.tsx DevicesCard forget': 'needs an authenticator',
  'web/profile/PasskeysCard.tsx PasskeysCard remove': 'needs a passkey',
  'web/profile/PasskeysCard.tsx NewPasskey begin': 'needs a passkey',
  'web/profile/PasskeysCard.tsx NewPasskey add': 'needs a passkey',
  'web/profile/RenamePasskey.tsx RenamePasskey rename': 'needs a passkey',
  'web/profile/ProofFrame.tsx ProofForm proveByText': 'asked for minutes after a sign-in only',
  'web/profile/ProofFrame.tsx ProofForm proveByPasskey': 'needs a passkey',
  'web/profile/SignOnCard.tsx Identities link': 'needs an identity provider',
  'web/profile/SignOnCard.tsx Identities remove': 'needs an identity provider',
  'web/requests/approvals/ApprovalDrawer.tsx ApprovalDrawer decide': 'e2e/conversations.e2e.ts asks for approvals',
  'web/requests/returns/ReturnPage.tsx SheetButton save': 'needs a return that the supplier has approved',
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const dialogButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).first()
const moreActions = button('More actions')
const chooseInMenu = (name: RegExp) => async (control: Locator, page: Page) => {
  await control.click()
  await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name })).click()
}
/** Opens the panel of a button that asks once more. */
const open = (name: string | RegExp) => async (page: Page) => {
  if ((await page.getByRole('dialog').count()) === 0) await button(name)(page).click()
}
const fill = (label: string | RegExp, text: string) => (page: Page) => page.getByLabel(label).first().fill(text)
const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
const press = (name: string | RegExp) => (page: Page) => button(name)(page).click()
const file = (of: string, name: string | RegExp, call: RegExp, at = '/orders/O-1'): WriteCase => ({
  ...{ of: `web/documents/files/${of}`, at, call, control: button(name) },
})

const signedOut: WriteCase[] = [
  {
    of: 'web/auth/LoginPage.tsx LoginPage form',
    ...{ who: 'stranger', at: '/', call: /^POST \/api\/auth\/login$/, status: 400, control: button('Sign in') },
    prepare: inOrder(fill('E-mail', 'nobody@velo.example'), fill(/^Password/, 'wrong')),
  },
  {
    of: 'web/auth/ForgottenPasswordPage.tsx ForgottenPasswordPage form',
    ...{ who: 'stranger', at: '/forgotPassword', call: /^POST .*[pP]assword/, control: button('Send the link') },
    prepare: fill('E-mail', 'bo@velo.example'),
  },
  {
    of: 'web/auth/AskToRegister.tsx AskToRegister form',
    ...{ who: 'stranger', at: '/register', call: /^POST .*regist/i, control: button(/^(Send|Request|Ask)/) },
    prepare: inOrder(
      fill('Your name', 'Gus'),
      fill('E-mail', 'gus@velo.example'),
      fill('Customer number', 'C-1001'),
      fill('Number of a document', 'O-1'),
    ),
  },
  {
    of: 'web/auth/AcceptInvitation.tsx AcceptInvitation form',
    ...{ who: 'stranger', call: /^POST \/api\/auth\/register/, control: button('Create account') },
    at: (portal) => mailedLink(portal, 'eve@velo.example'),
    prepare: inOrder(fill('Your name', 'Eve'), fill(/^New password|^Password/, 'quiet lantern harbour nine'), (page) =>
      page.getByRole('checkbox').first().check(),
    ),
  },
]

const company: WriteCase[] = [
  {
    of: 'web/company/InviteCard.tsx InviteCard invite',
    ...{ at: '/profile/company', call: /^POST .*invitations$/, control: button('Send the invitation') },
    prepare: fill('E-mail', 'hal@velo.example'),
  },
  {
    of: 'web/company/Invitations.tsx Invitations revoke',
    ...{ at: '/profile/company', call: /^DELETE .*invitations/ },
    control: button('Withdraw the invitation of fay@velo.example'),
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

const documents: WriteCase[] = [
  {
    of: 'web/documents/detail/DetailActions.tsx DetailActions follow',
    ...{ at: '/orders/O-1', call: /^PUT .*notif/, control: moreActions, press: chooseInMenu(/^Follow/) },
  },
  {
    of: 'web/documents/detail/PaperButton.tsx PaperButton save',
    ...{ at: '/orders/O-1', call: /^GET .*(paper|pdf)/, control: button(/PDF$/) },
  },
  {
    of: 'web/documents/detail/RequestActions.tsx OfferedRequests note',
    ...{ at: '/orders/O-2', call: /^POST .*notePromise|^POST .*promise/i, control: button('Accept the new date') },
  },
  file('AttachmentRow.tsx AttachmentRow save', 'Download drawing.txt', /^GET .*attachments/),
  file('LinesRow.tsx LinesRow save', 'Download Lines as a spreadsheet (Excel)', /^GET .*lines/),
  file('PdfRow.tsx PdfRow save', /^Download PDF/, /^GET .*(paper|pdf)/),
  file('PdfRow.tsx PdfRow open', /^Open PDF.* in a new tab/, /^GET .*(paper|pdf)/),
  file('UblRow.tsx UblRow save', /^Download UBL file/, /^GET .*ubl/),
  {
    of: 'web/documents/list/SavedViewsPanel.tsx NameForm save',
    ...{ at: '/orders?q=O', call: /^POST .*views/, control: dialogButton('Save') },
    prepare: inOrder(press('Saved views'), press('Save as a new view'), fill('Name', 'Mine')),
  },
  {
    of: 'web/documents/list/SavedViewsPanel.tsx ViewActions save',
    ...{ at: '/orders?q=O', call: /^(PATCH|PUT) .*views/, control: button('Save the changes') },
    prepare: inOrder(
      press('Saved views'),
      (page) => page.getByRole('dialog').getByRole('button', { name: /^Mine/ }).click(),
      (page) => page.getByRole('columnheader').getByRole('button', { name: 'Amount' }).click(),
      press(/^Mine/),
    ),
  },
  {
    of: 'web/documents/list/SavedViewsPanel.tsx ViewActions chooseDefault',
    ...{ at: '/orders', call: /^PUT .*views/, control: dialogButton('Make default') },
    prepare: inOrder(
      press('Saved views'),
      (page) => page.getByRole('dialog').getByRole('button', { name: /^Mine/ }).click(),
      press(/^Mine/),
    ),
  },
  {
    of: 'web/documents/list/SavedViewsPanel.tsx DeleteForm remove',
    ...{ at: '/orders', call: /^DELETE .*views/, control: dialogButton('Delete the view') },
    prepare: inOrder(press(/^Mine/), (page) => dialogButton('Delete')(page).click()),
  },
  {
    of: 'web/items/FollowItem.tsx FollowItem { choice, choose, change }',
    ...{ at: '/itemTracker/BK-1', call: /^PUT .*notif/, control: button('Follow'), press: chooseInMenu(/^Follow/) },
  },
  {
    of: 'web/items/list-elements.tsx SaveCsvButton saving',
    ...{ at: '/itemTracker/BK-1', call: /^GET .*(csv|lines)/, control: button(/CSV/) },
  },
  {
    of: 'web/statement/SaveButtons.tsx SaveButtons csv',
    ...{ at: '/profile/statement', call: /^GET .*statement.*csv/, control: button(/CSV/) },
  },
  {
    of: 'web/statement/SaveButtons.tsx SaveButtons pdf',
    ...{ at: '/profile/statement', call: /^GET .*statement.*pdf/, control: button(/PDF/) },
  },
]

const messages: WriteCase[] = [
  {
    of: 'web/faq/ContactCard.tsx ContactCard send',
    ...{
      at: '/faq',
      call: /^POST .*faq\/contact/,
      control: button('Send'),
      prepare: fill('Your message', 'Where is it?'),
    },
  },
  {
    of: 'web/faq/QuestionCard.tsx Helpful rate',
    ...{
      at: '/faq',
      call: /^PUT .*faq/,
      control: (page) => page.locator('details[open]').getByRole('button', { name: 'Yes' }),
    },
    prepare: (page) => page.locator('details summary').first().click(),
  },
  {
    of: 'web/requests/Composer.tsx ComposerForm send',
    ...{ at: '/orders/O-1', call: /^POST .*messages/, control: button('Send message') },
    prepare: fill('Write to Sol Vang about this order', 'When does it come?'),
  },
  {
    of: 'web/requests/corrections/CorrectionForm.tsx CorrectionForm correct',
    ...{ at: '/orders/O-1', call: /^(PUT|POST) .*requests/, control: button('Save changes') },
    prepare: inOrder(press('Edit'), fill('Your message, edited', 'When does it come, please?')),
  },
  {
    of: 'web/requests/RequestEntry.tsx StateButton close',
    ...{ at: '/orders/O-1', call: /^POST .*close/, control: button('Close request') },
  },
  {
    of: 'web/requests/RequestDrawer.tsx RequestDrawer send',
    ...{
      at: '/orders/O-1?act=requestCancellation',
      call: /^POST .*requestCancellation/,
      control: dialogButton('Send'),
    },
    prepare: fill('Note (optional)', 'Ordered twice'),
  },
  {
    of: 'web/requests/RequestEntry.tsx WithdrawButton withdraw',
    ...{ at: '/orders/O-1', call: /^(POST|DELETE) .*requests/, again: open('Withdraw this request?') },
    control: dialogButton(/Withdraw/),
  },
  {
    of: 'web/requests/enquiry/EnquiryPage.tsx EnquiryForm send',
    ...{ at: '/profile/requests/new', call: /^POST .*enquir/, control: button('Send the enquiry') },
    prepare: inOrder(
      fill(/^Item number, row 1/, 'BK-1'),
      fill(/^Quantity, row 1/, '2'),
      fill('Note (optional)', 'Soon'),
    ),
  },
  {
    of: 'web/requests/remittance/RemittanceDrawer.tsx RemittanceForm send',
    ...{ at: '/invoices', call: /^POST .*remittances$/, control: dialogButton(/^Send/) },
    prepare: inOrder(
      ...['I-1', 'I-2'].map((one) => (page: Page) => page.getByRole('checkbox', { name: `Select ${one}` }).check()),
      press('Remittance advice'),
    ),
  },
  {
    of: 'web/requests/returns/ReturnDrawer.tsx ReturnDrawer form',
    ...{ at: '/shipments/S-1', call: /^POST .*return/i, control: dialogButton('Send') },
    prepare: inOrder(
      press('Return goods'),
      (page) => page.getByRole('checkbox', { name: 'Saddle' }).check(),
      async (page) => void (await page.getByLabel('Reason for Saddle').selectOption({ index: 1 })),
    ),
  },
  {
    of: 'web/requests/FileList.tsx FileButton save',
    ...{ at: '/orders/O-2', call: /^GET .*files/, control: button('Save seam.jpg') },
    prepare: async (page) => {
      await page.getByLabel('Write to Sol Vang about this order').fill('See the file.')
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'seam.jpg', mimeType: 'image/jpeg', buffer: jpeg })
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByRole('button', { name: 'Save seam.jpg' }).waitFor()
    },
  },
]

const settings = '/profile/notifications?settings=true'
const notices: WriteCase[] = [
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

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

const security = '/profile/security'
const profile: WriteCase[] = [
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
    ...{ who: 'cy' },
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
    ...{ at: security, call: /^POST .*confirm|^PUT .*secondFactor/i, who: 'cy', control: dialogButton('Confirm') },
    prepare: async (page, portal) => {
      const sent = portal.mails().length
      await button('Set up codes by e-mail')(page).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).waitFor()
      while (portal.mails().length === sent) await page.waitForTimeout(100)
      const code = /\b(\d{6})\b is your code/.exec(portal.mails().at(-1) ?? '')?.[1] ?? ''
      await page.getByRole('dialog').locator('[name=code]').first().click()
      await page.keyboard.type(code)
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
    ...{ at: '/profile/data', call: /^DELETE .*deletion/, control: button('Cancel the request'), who: 'bo' },
  },
  {
    of: 'web/profile/ProfilePage.tsx Accounts change',
    ...{ at: '/profile', call: /^P.* .*account/, control: button(/^Switch to Other/) },
  },
]

export const writeCases: readonly WriteCase[] = [
  ...signedOut,
  ...documents,
  ...messages,
  ...notices,
  ...company,
  ...profile,
]
