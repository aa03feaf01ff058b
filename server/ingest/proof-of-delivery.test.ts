import { expect, test } from 'vitest'
import { testPortal } from '../testing/portal.ts'
import { attachFile } from './attach-file.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')

test('a signature that came with the shipment or later is its proof of delivery, apart from the other papers', async () => {
  const contentBase64 = Buffer.from('picture').toString('base64')
  const report = await portal.ingest({
    type: 'shipments',
    number: 'S-1',
    account: 'C-1',
    accountName: 'Better Bikes',
    lines: [],
    shipment: { deliveredAt: '2026-03-05T09:00:00+01:00', signedBy: 'A. Lind' },
    attachments: [
      { name: 'signature.png', mimeType: 'image/png', contentBase64, purpose: 'proof_of_delivery' },
      { name: 'packing.pdf', mimeType: 'application/pdf', contentBase64 },
    ],
  })
  expect(report.errors).toEqual([])
  const deps = { workPool: portal.database.pools.work, clock: () => new Date(), newId: () => crypto.randomUUID() }
  const attachment = {
    account: 'C-1',
    type: 'shipments',
    number: 'S-1',
    mimeType: 'image/jpeg',
    content: Buffer.from('x'),
  }
  await attachFile(deps, { ...attachment, name: 'door.jpg', purpose: 'proof_of_delivery' })
  const token = await portal.signIn('logistics@c.example', 'C-1', 'logistics')
  const { body } = await portal.get('/documents/shipments/S-1', token)
  expect(body).toMatchObject({
    header: { signedBy: 'A. Lind' },
    attachments: [
      { name: 'door.jpg', purpose: 'proof_of_delivery' },
      { name: 'packing.pdf', purpose: null },
      { name: 'signature.png', purpose: 'proof_of_delivery' },
    ],
  })
})

test('any other purpose is refused by name', async () => {
  const attachments = [
    { name: 'a', mimeType: 'text/plain', contentBase64: 'eA==', purpose: 'art' as 'proof_of_delivery' },
  ]
  const { errors } = await portal.ingest({ type: 'shipments', number: 'S-2', account: 'C-1', attachments })
  expect(errors).toMatchObject([{ path: '$.attachments[0].purpose' }])
})
