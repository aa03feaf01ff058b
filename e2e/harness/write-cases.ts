import type { Page } from 'playwright-core'
import {
  button,
  chooseInMenu,
  dialogButton,
  fill,
  inOrder,
  moreActions,
  open,
  press,
  type WriteCase,
} from './write-case.ts'
import { mailedLink } from './write-case-data.ts'
import { company, notices, profile } from './write-cases-of-a-person.ts'

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

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
  'web/profile/ProfilePage.tsx Accounts visit': 'needs a supplier with several regions',
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
  'web/profile/SignOnCard.tsx LinkIdentity link': 'needs an identity provider',
  'web/profile/SignOnCard.tsx Identities remove': 'needs an identity provider',
  'web/requests/approvals/ApprovalDrawer.tsx ApprovalDrawer decide': 'e2e/conversations.e2e.ts asks for approvals',
  'web/requests/returns/ReturnPage.tsx SheetButton save': 'needs a return that the supplier has approved',
}

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
    follows: true,
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
    follows: true,
    ...{ at: '/orders', call: /^PUT .*views/, control: dialogButton('Make default') },
    prepare: inOrder(
      press('Saved views'),
      (page) => page.getByRole('dialog').getByRole('button', { name: /^Mine/ }).click(),
      press(/^Mine/),
    ),
  },
  {
    of: 'web/documents/list/SavedViewsPanel.tsx DeleteForm remove',
    follows: true,
    ...{ at: '/orders', call: /^DELETE .*views/, control: dialogButton('Delete the view') },
    prepare: inOrder(press(/^Mine/), (page) => dialogButton('Delete')(page).click()),
  },
  {
    of: 'web/items/FollowItem.tsx FollowItem { choice, choose, change }',
    ...{ at: '/itemTracker/BK-1', call: /^PUT .*notif/, control: button('Follow'), press: chooseInMenu(/^Follow/) },
  },
  {
    of: 'web/items/list-elements.tsx SaveCsvButton saving',
    ...{ at: '/itemTracker/BK-1', call: /^GET .*csv/, control: button(/CSV/) },
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
    follows: true,
    ...{ at: '/orders/O-1', call: /^(PUT|POST) .*requests/, control: button('Save changes') },
    prepare: inOrder(press('Edit'), fill('Your message, edited', 'When does it come, please?')),
  },
  {
    of: 'web/requests/RequestEntry.tsx StateButton close',
    follows: true,
    ...{ at: '/orders/O-1', call: /^POST .*close/, control: button('Close request') },
    prepare: async (page, portal) => {
      const id = portal.command(['request', 'list']).trim().split('\n').at(-1)?.split(' ')[0] ?? ''
      portal.command(['request', 'answer', id, '--text', 'We look.', '--by', 'Sol Vang', '--taken'])
      await page.reload()
    },
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
    follows: true,
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

export const writeCases: readonly WriteCase[] = [
  ...signedOut,
  ...documents,
  ...messages,
  ...notices,
  ...company,
  ...profile,
]
