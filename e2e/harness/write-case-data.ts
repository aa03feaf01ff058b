import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Portal } from './portal.ts'

export const password = 'a passphrase of her own'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const shared = {
  ...{ account: 'C-1001', accountName: 'Velo Werk GmbH', currency: 'EUR', issueDate: day(-2) },
  salesperson: { name: 'Sol Vang', email: 'sol@supplier.example' },
  lines: [{ line: '1', sku: 'BK-1', name: 'Saddle', quantity: '4', unit: 'EA', unitPrice: '5.00', amount: '20.00' }],
}
const attachments = [{ name: 'drawing.txt', mimeType: 'text/plain', contentBase64: 'QW5u' }]
const documents = [
  ...['Q-1', 'Q-2'].map((number) => ({
    ...shared,
    ...{ type: 'quotes', number, status: 'open', validUntil: '2099-01-01', totals: { gross: '20.00' } },
  })),
  { ...shared, type: 'orders', number: 'O-1', status: 'confirmed', attachments },
  { ...shared, type: 'orders', number: 'O-2', status: 'confirmed', promisedDate: day(5), estimatedDate: day(12) },
  ...['S-1', 'S-2'].map((number) => ({
    ...shared,
    ...{ type: 'shipments', number, status: 'delivered', deliveredDate: day(-1) },
  })),
  ...['I-1', 'I-2'].map((number) => ({
    ...shared,
    ...{ type: 'invoices', number, dueDate: day(-1), totals: { net: '20.00', tax: '0.00', gross: '20.00' } },
  })),
  { ...shared, type: 'orders', number: 'X-1', account: 'C-1002', accountName: 'Other GmbH', status: 'confirmed' },
]

/** Fills a portal with documents, people, requests and views, so that each change can be made of something. */
export function fillPortal(portal: Portal): void {
  const folder = mkdtempSync(join(tmpdir(), 'writes-'))
  const file = join(folder, 'documents.ndjson')
  writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'))
  portal.command(['import', file])
  rmSync(folder, { recursive: true, force: true })
  const add = (email: string, name: string, account: string, role: string) => {
    const person = ['--email', email, '--name', name, '--account', account, '--role', role]
    portal.command(['user', 'add', ...person, '--password-stdin'], password)
  }
  add('ann@velo.example', 'Ann', 'C-1001', 'admin')
  add('ann@velo.example', 'Ann', 'C-1002', 'admin')
  add('bo@velo.example', 'Bo Berg', 'C-1001', 'buyer')
  add('cy@velo.example', 'Cy Claes', 'C-1001', 'viewer')
  add('eli@velo.example', 'Eli Ek', 'C-1001', 'viewer')
  add('dan@velo.example', 'Dan Dahl', 'C-1001', 'viewer')
  portal.command(['user', 'invite', '--email', 'eve@velo.example', '--account', 'C-1001', '--role', 'buyer'])
  portal.command(['user', 'invite', '--email', 'fay@velo.example', '--account', 'C-1001', '--role', 'buyer'])
}

/** The link of the last mail to somebody. */
export function mailedLink(portal: Portal, email: string): string {
  const mail = portal.mails().findLast((text) => text.includes(`To: ${email}`) || text.includes(email)) ?? ''
  return /https?:\/\/[^/\s]+(\/[^\s"<>]*#[^\s"<>]+)/.exec(mail)?.[1] ?? ''
}
