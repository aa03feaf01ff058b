import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { endpoints } from '#contract/endpoints.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { documentTypes } from '#contract/values.ts'
import { createOwned, numbersOf, type Owned } from '../testing/owned.ts'
import { readPdf } from '../testing/pdf.ts'
import { testPortal } from '../testing/portal.ts'
import { type Probe, probes, sendProbe } from '../testing/probes.ts'

/*
 * The documents of an account contain unique figures. Each role without the permission `prices` makes every call for
 * signed-in users: no reply may contain any of the figures, however it is packed. The last test calls as an admin, so
 * that a figure which no call returns anyway proves nothing.
 */
const portal = await testPortal()
const mark = 'Tell-tale'
const numbers = numbersOf(mark)

/** By the field that holds them. */
const figures = {
  gross: '31337.13',
  net: '26333.72',
  discount: '1618.03',
  charges: '2236.06',
  tax: '5003.41',
  paid: '14142.13',
  open: '17195.07',
  unitPrice: '4242.4242',
  lineAmount: '16969.69',
  grossBefore: '27182.81',
  unitPriceBefore: '3141.5926',
  lineAmountBefore: '12566.37',
  reported: '17320.50',
  onPaper: '22360.67',
}
/** A figure with any grouping of its digits; other scripts are converted to Western digits before. */
const patterns = Object.entries(figures).map(([where, figure]) => {
  const digits = figure.replace('.', '').replace(/0+$/, '')
  return [where, new RegExp([...digits].join("[.,\\s\u00a0\u202f\u2019']?"))] as const
})
const figuresIn = (text: string) => {
  const western = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replaceAll('٫', '.')
  return patterns.filter(([, pattern]) => pattern.test(western)).map(([where]) => where)
}

/** The text in a file, unpacked: the files of a ZIP (an XLSX is one), the words and the source of a PDF. */
async function wordsIn(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const parts: string[] = []
    const zip = await fromBufferPromise(bytes)
    for await (const entry of zip.eachEntry()) {
      parts.push(entry.fileName, await wordsIn(await buffer(Readable.from(await zip.openReadStreamPromise(entry)))))
    }
    return parts.join('\n')
  }
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.includes('%%EOF')) {
    const { text, source } = await readPdf(bytes)
    return `${text}\n${source}`
  }
  return bytes.toString('utf8')
}

const attachment = (name: string) => ({
  name,
  mimeType: 'text/plain',
  contentBase64: Buffer.from(`Please pay ${figures.onPaper}`).toString('base64'),
})

const documents = (unitPrice: string, amount: string, gross: string, modifiedAt: string): IngestDocument[] => {
  const { net, discount, charges, tax, paid, open } = figures
  const common = {
    ...{ account: 'A-1', accountName: 'Account', currency: 'EUR', issueDate: '2026-03-01', modifiedAt, note: mark },
    totals: { net, discount, charges, tax, gross },
    taxes: [{ category: 'S', rate: '19', base: net, amount: tax }],
    lines: [
      {
        line: '1',
        sku: `SKU-${mark}`,
        serials: [`SN-1-${mark}`],
        name: `Wheel ${mark}`,
        quantity: '4',
        unitPrice,
        amount,
        taxRate: '19',
      },
    ],
  }
  return [
    { ...common, type: 'quotes', number: numbers.quotes, status: 'open', attachments: [attachment('quote.txt')] },
    {
      ...common,
      type: 'orders',
      number: numbers.orders,
      status: 'confirmed',
      promisedDate: '2026-03-04',
      references: [{ type: 'quotes', number: numbers.quotes }],
      attachments: [attachment(`${numbers.orders}.txt`)],
    },
    {
      ...common,
      type: 'shipments',
      number: numbers.shipments,
      references: [{ type: 'orders', number: numbers.orders }],
      shipment: { trackingNumbers: [`T-${mark}`] },
      attachments: [
        { ...attachment('delivery note.txt'), contentBase64: Buffer.from('Four wheels').toString('base64') },
      ],
    },
    {
      ...common,
      type: 'invoices',
      number: numbers.invoices,
      status: 'partially_paid',
      dueDate: '2026-03-05',
      totals: { ...common.totals, paid, open },
      payments: [{ date: '2026-03-05', amount: paid }],
      references: [{ type: 'orders', number: numbers.orders }],
      attachments: [attachment('invoice.txt')],
    },
  ]
}

const rolesWithoutPrices = (Object.keys(roles) as Role[]).filter(
  (role) => !(roles[role] as readonly string[]).includes('prices'),
)
const tokens = new Map<Role, string>()
let admin: string
let owned: Owned
/** Requests beyond the probes. */
let extraProbes: Record<string, Probe[]>
const files = new Map<string, string>()

beforeAll(async () => {
  const { unitPrice, unitPriceBefore, lineAmount, lineAmountBefore, gross, grossBefore } = figures
  await portal.ingest(...documents(unitPriceBefore, lineAmountBefore, grossBefore, '2026-03-02T08:00:00Z'))
  // The probed things belong to a colleague, so that no caller ends their own session on the way.
  owned = await createOwned(portal, await portal.signIn('colleague@a.example', 'A-1'), mark)
  admin = await portal.signIn('admin@a.example', 'A-1')
  for (const role of rolesWithoutPrices) tokens.set(role, await portal.signIn(`${role}@a.example`, 'A-1', role))
  // Sent after the members joined, so that they get the notices.
  const report = await portal.ingest(...documents(unitPrice, lineAmount, gross, '2026-03-03T08:00:00Z'))
  expect([report.errors, report.updated]).toEqual([[], 4])
  const { status } = await portal.call('POST', `/documents/invoices/${numbers.invoices}/reportPayment`, {
    token: admin,
    body: { key: owned.signInId.replace(/.$/, '1'), paidOn: '2026-03-09', amount: figures.reported },
  })
  expect(status).toBe(200)
  const compared: Probe[] = []
  for (const type of documentTypes) {
    const path = `/documents/${type}/${numbers[type]}`
    const { attachments } = (await portal.get(path, admin)).body as { attachments: { id: string }[] }
    files.set(type, `${path}/attachments/${attachments[0]?.id}`)
    const { versions } = (await portal.get(`${path}/versions`, admin)).body as { versions: { key: string }[] }
    const [now, before] = versions
    if (now && before) compared.push({ url: `${path}/comparison?from=${before.key}&to=${now.key}` })
  }
  expect(compared.length).toBeGreaterThan(2)
  extraProbes = {
    compareVersions: compared,
    downloadAttachment: [...files.values()].map((url) => ({ url })),
    searchDocuments: Object.values(figures).flatMap((figure) =>
      [figure, figure.split('.')[0], `over:${figure}`, `$${figure}`].map((q) => ({ url: `/search?q=${q}` })),
    ),
    downloadPaper: documentTypes.flatMap((type) =>
      ['ar', 'fr'].map((language) => ({ url: `/documents/${type}/${numbers[type]}/pdf?language=${language}` })),
    ),
  }
})

const probesFor = (name: string) => [...(probes[name]?.(owned) ?? []), ...(extraProbes[name] ?? [])]
// server/tests/isolation.test.ts compares the names with the endpoints, and lists those without a probe.
const probedEndpoints = endpoints.filter(({ name }) => Object.hasOwn(probes, name))

describe.each(rolesWithoutPrices)('to %s, who may not see prices,', (role) => {
  test.each(probedEndpoints.map((one) => [one.name, one] as const))('no amount is told by %s', async (name, one) => {
    const requests = probesFor(name)
    expect(requests).not.toEqual([])
    for (const each of requests) {
      const reply = await sendProbe(portal, one.method, each, tokens.get(role))
      // After a call that signs them out, the following ones would prove nothing.
      expect([each.url, reply.statusCode]).not.toEqual([each.url, 401])
      expect(reply.statusCode).toBeLessThan(500)
      expect([each.url, figuresIn(await wordsIn(reply.rawPayload))]).toEqual([each.url, []])
    }
  })

  test('papers of shipments are there, those of other types are as if there were none', async () => {
    for (const [type, url] of files) {
      const { status, text } = await portal.get(url, tokens.get(role))
      expect([type, status]).toEqual([type, type === 'shipments' ? 200 : 404])
      if (type === 'shipments') expect(text).toBe('Four wheels')
    }
    const listed = async (type: 'orders' | 'shipments') =>
      ((await portal.get(`/documents/${type}/${numbers[type]}`, tokens.get(role))).body as { attachments: unknown[] })
        .attachments
    expect(await listed('orders')).toEqual([])
    expect(await listed('shipments')).toHaveLength(1)
  })

  test('a file that a colleague added to a request about an order is not there', async () => {
    const url = `/requests/${owned.request}/files/${owned.requestFile}`
    const listed = async (token?: string) =>
      (await portal.get(`/documents/orders/${numbers.orders}/requests`, token)).text.includes(owned.requestFile)
    const answers = [(await portal.get(url, admin)).status, (await portal.get(url, tokens.get(role))).status]
    expect([...answers, await listed(admin), await listed(tokens.get(role))]).toEqual([200, 404, true, false])
  })

  test('a list is neither sorted nor narrowed by amounts, so that nobody can close in on one', async () => {
    for (const query of ['sort=gross', 'sort=-gross', 'over=31337', 'under=31338', 'currency=EUR']) {
      expect([query, (await portal.get(`/documents/orders?${query}`, tokens.get(role))).status]).toEqual([query, 400])
    }
    expect((await portal.get('/search?q=31337.13', tokens.get(role))).body).toMatchObject({ hits: [] })
  })
})

// Hundreds of calls: on a busy machine they take their time.
test('an admin is told amounts by the same calls, and every figure by one of them', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const revealing = new Map<string, string[]>()
  for (const endpoint of probedEndpoints.filter(({ method, gives }) => method === 'GET' || gives !== undefined)) {
    const revealed = new Set<string>()
    for (const each of probesFor(endpoint.name)) {
      const reply = await sendProbe(portal, endpoint.method, each, admin)
      for (const where of figuresIn(await wordsIn(reply.rawPayload))) revealed.add(where)
    }
    if (revealed.size > 0) revealing.set(endpoint.name, [...revealed])
  }
  expect([...revealing.keys()].toSorted()).toEqual(
    [
      ...['showDashboard', 'listDocuments', 'sumDocuments', 'showDocument', 'listChanges', 'compareVersions'],
      ...['downloadAttachment', 'downloadUbl', 'downloadPaper', 'showBalances', 'showStatement', 'downloadStatement'],
      ...[
        'exportDocuments',
        'exportSelected',
        'exportLines',
        'downloadRelated',
        'downloadDocuments',
        'printStatement',
        'listDocumentRequests',
        'listRequests',
        'showItem',
        'searchDocuments',
        'listItemLines',
        'downloadItemLines',
        'showUnit',
      ],
    ].toSorted(),
  )
  expect([...new Set([...revealing.values()].flat())].toSorted()).toEqual(Object.keys(figures).toSorted())
})
