import type { MailKind } from '#contract/mail.ts'
import type { ExampleMail } from './acts.ts'

/** Values of every mail's text, as they may be. None is a secret, and no link leads anywhere but to the portal. */
const values: Readonly<Record<string, string>> = {
  account: 'Example Ltd',
  alarm: 'sessionCopied',
  asker: 'Ada Example',
  author: 'Ada Example',
  change: 'appAdded',
  city: 'Berlin',
  code: '123 456',
  country: 'DE',
  device: 'Firefox, Linux',
  email: 'ada@example.com',
  files: 'plan.zip',
  id: '01234567-89ab-7cde-8f01-23456789abcd',
  inviter: 'Olga Owner',
  name: 'ERP',
  network: '192.0.2.0/24',
  note: '–',
  number: 'SO-1001',
  problem: '"Open" is no status of an order.',
  reason: 'expired',
  request: 'ask',
  sender: 'ada@example.com',
  source: 'ERP',
  state: 'answered',
  title: 'SO-1001',
  type: 'orders',
  usual: '24',
  why: 'silent',
  words: 'When will it arrive?',
}

/** A mail of a kind with example values. */
export function exampleMail(kind: MailKind, now: Date): ExampleMail {
  const mail = { kind, values: { ...values, when: now.toISOString() }, path: '/dashboard' }
  if (kind !== 'notices' && kind !== 'digest') return mail
  const notice = {
    ...{ kind: 'orders.confirmed' as const, type: 'orders', number: 'SO-1001', count: 1, details: {} },
    ...{ needsPrices: false, happenedAt: now.toISOString() },
  }
  return { ...mail, notices: [notice] }
}
