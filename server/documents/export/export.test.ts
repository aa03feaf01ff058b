import { get } from 'node:http'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { columnFields } from '#contract/documents/all-fields.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { languages } from '#contract/languages.ts'
import { documentTypes } from '#contract/values.ts'
import { testPortal } from '#server/testing/portal.ts'
import { csvOf } from './csv.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const account = { account: 'E-1', accountName: 'Exporters' }
const hostile = [
  '=1+1',
  '+SUM(A1)',
  '-cmd|x',
  '@here',
  '\u0009=1',
  '＝1+1',
  ' =1',
  '-5',
  'a"b,c;d',
  'Ä <&> 😀',
  'line\nbreak',
]

let admin: string
let logistics: string
beforeAll(async () => {
  const orders = hostile.map(
    (customerReference, index): IngestDocument => ({
      ...account,
      type: 'orders',
      number: `H-${String(index).padStart(2, '0')}`,
      status: 'confirmed',
      issueDate: '2026-03-01',
      modifiedAt: '2026-03-02T08:30:00Z',
      customerReference,
      ...(index === 4 ? { paymentTerms: '=30 days', project: 'Hall 4', details: { contractNumber: 'RC-7' } } : {}),
      currency: index === 1 ? 'JPY' : 'EUR',
      totals: { gross: index === 0 ? '-12.5' : index === 2 ? '99999999999999.9999' : '1234.5' },
    }),
  )
  const many = Array.from(
    { length: 2345 },
    (_, index): IngestDocument => ({
      ...account,
      type: 'quotes',
      number: `Q-${index}`,
      status: 'open',
      issueDate: '2026-02-01',
    }),
  )
  expect(await portal.ingest(...orders, ...many)).toMatchObject({ errors: [] })
  admin = await portal.signIn('ann@export.example', 'E-1')
  logistics = await portal.signIn('lou@export.example', 'E-1', 'logistics')
})

const fetchFile = async (path: string, token = admin) => {
  const reply = await portal.app.inject({
    url: `/api/documents/${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return {
    status: reply.statusCode,
    headers: reply.headers,
    bytes: reply.rawPayload,
    text: reply.body,
    json: () => reply.json(),
  }
}
const fetchCsv = async (path: string, token = admin) => parseCsv((await fetchFile(path, token)).text)

/** Parses CSV as RFC 4180 defines it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  const body = text.replace(/^\uFEFF/, '')
  while (pattern.lastIndex < body.length) {
    const match = pattern.exec(body)
    if (!match) throw new Error('This is no CSV')
    const [, quoted, plain, end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    let text = ''
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += String(chunk)
    files.set(entry.fileName, text)
  }
  return files
}

describe('a list as CSV', () => {
  const columns = 'number,customerReference,status,issueDate,gross,currency'

  test('has the chosen columns in their order under the headings of the screen, and what the list shows', async () => {
    const { status, headers, text } = await fetchFile(`orders/export?format=csv&columns=${columns}&sort=number`)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toContain('filename="Sales orders 2026-03-10.csv"')
    expect(text.startsWith('\uFEFFNumber,Your reference,Status,Ordered,Amount,Currency\r\n')).toBe(true)
    expect(parseCsv(text)[1]).toEqual(['H-00', "'=1+1", 'Confirmed', '2026-03-01', '-12.50', 'EUR'])
    expect(parseCsv(text)[2]?.[4]).toBe('1234.5')
  })

  test('speaks the language of its reader, from the name of the file to the words of a status', async () => {
    const { headers, text } = await fetchFile(`orders/export?format=csv&columns=${columns}&sort=number&language=de`)
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('Aufträge 2026-03-10.csv')
    expect(text.startsWith('\uFEFFNummer,Ihre Referenz,Status,Bestellt,Betrag,Währung\r\n')).toBe(true)
    expect(parseCsv(text)[1]?.[2]).toBe('Bestätigt')
  })

  test('has the terms and the references of a document, too, when they are asked for', async () => {
    const rows = await fetchCsv(
      'orders/export?format=csv&columns=number,paymentTerms,project,contractNumber,note&sort=number',
    )
    expect(rows[0]).toEqual(['Number', 'Payment terms', 'Project', 'Contract', 'Note'])
    expect(rows[5]).toEqual(['H-04', "'=30 days", 'Hall 4', 'RC-7', ''])
  })

  test('has the same documents in the same order as the list, however many there are', async () => {
    for (const query of ['sort=number', 'sort=-issueDate', 'q=Q-1', 'status=expired', 'period=last_month']) {
      const numbers = (await fetchCsv(`quotes/export?format=csv&columns=number&${query}`)).slice(1).flat()
      const listed: string[] = []
      let cursor = ''
      do {
        const page = (await fetchFile(`quotes?limit=100&${query}${cursor}`)).json() as {
          rows: { number: string }[]
          nextCursor: string | null
        }
        listed.push(...page.rows.map((row) => row.number))
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
      } while (cursor)
      expect([query, numbers]).toEqual([query, listed])
    }
  })

  test('never begins a cell with a formula, and leaves numbers alone', async () => {
    const cells = (await fetchCsv('orders/export?format=csv&columns=customerReference&sort=number')).slice(1).flat()
    expect(cells).toEqual([
      "'=1+1",
      "'+SUM(A1)",
      "'-cmd|x",
      "'@here",
      "'\t'=1",
      "'＝1+1",
      "' =1",
      '-5',
      'a"b,c;d',
      'Ä <&> 😀',
      'line\nbreak',
    ])
  })

  test('gives back every text that it is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 20 }), async (texts) => {
        const column = {
          name: 'a',
          heading: 'A',
          kind: 'text' as const,
          textOf: (row: Readonly<Record<string, unknown>>) => String(row.a),
        }
        async function* pages() {
          yield texts.map((a) => ({ a }))
        }
        let text = ''
        for await (const part of csvOf([column], pages())) text += part
        const cells = parseCsv(text).slice(1).flat()
        expect(cells.map((cell, index) => (cell === texts[index] ? cell : cell.replace(/^'/, '')))).toEqual(texts)
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@＝＋＠]/)
      }),
    )
  })
})

describe('ticked documents as a file', () => {
  const post = (body: object, token = admin) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/documents/export',
      headers: { authorization: `Bearer ${token}` },
      body: { type: 'orders', format: 'csv', columns: 'number,customerReference', ...body },
    })

  test('are exactly those, once each, in the order of the list, without what is not there', async () => {
    const reply = await post({ numbers: ['H-07', 'H-03', 'H-07', 'Nowhere'], sort: '-number' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('filename="Sales orders 2026-03-10.csv"')
    expect(parseCsv(reply.body).slice(1)).toEqual([
      ['H-07', '-5'],
      ['H-03', "'@here"],
    ])
  })

  test('come by the thousand, as a workbook too', async () => {
    const numbers = Array.from({ length: 2345 }, (_, index) => `Q-${index}`)
    const reply = await post({ type: 'quotes', format: 'xlsx', numbers, columns: 'number' })
    const sheet = (await unzip(reply.rawPayload)).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(2346)
  })

  test('are refused without a number, with too many, and with a column that is none', async () => {
    const wrong = [{ numbers: [] }, { numbers: Array(5001).fill('H-01') }, { numbers: ['H-01'], columns: 'colour' }]
    for (const body of wrong) expect((await post(body)).statusCode).toBe(400)
    expect((await post({ type: 'invoices', numbers: ['I-1'] }, logistics)).statusCode).toBe(404)
    expect((await post({ numbers: ['H-01'], columns: 'number,gross' }, logistics)).statusCode).toBe(400)
  })
})

describe('a list as a workbook', () => {
  test('has dates and amounts as numbers, texts as texts, and parts that belong together', async () => {
    const { headers, bytes } = await fetchFile(
      'orders/export?format=xlsx&columns=number,customerReference,issueDate,gross,statusChangedAt,lineCount&sort=number',
    )
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const files = await unzip(bytes)
    expect([...files.keys()].toSorted()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ].toSorted(),
    )
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    const cell = (reference: string) => new RegExp(`<c r="${reference}"[^>]*>.*?</c>`, 's').exec(sheet)?.[0]
    expect(cell('B2')).toBe('<c r="B2" s="0" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
    expect(cell('C2')).toBe('<c r="C2" s="4"><v>46082</v></c>')
    expect(cell('D2')).toBe('<c r="D2" s="3"><v>-12.50</v></c>')
    expect(cell('E2')).toBe('<c r="E2" s="5"><v>46083.35416667</v></c>')
    // More digits than a spreadsheet keeps: written whole, as text.
    expect(cell('D4')).toContain('>99999999999999.9999<')
    expect(cell('B11')).toContain('Ä &lt;&amp;&gt; 😀')
    expect(sheet).toContain('<autoFilter ref="A1:F12"/>')
    expect(sheet).not.toContain('<f>')
  })

  test('is well-formed in every part, and read back it gives what the CSV of the same list says', async () => {
    const query = 'columns=number,customerReference,issueDate,gross,sourceModifiedAt&sort=number'
    const files = await unzip((await fetchFile(`orders/export?format=xlsx&${query}`)).bytes)
    const rows: (string | number)[][] = []
    for (const [name, xml] of files) {
      let kind = ''
      const parser = new SaxesParser({ xmlns: true })
      parser.on('error', (error) => expect.fail(`${name}: ${error.message}`))
      parser.on('opentag', ({ local, attributes }) => {
        if (local === 'row' && name.includes('sheet')) rows.push([])
        if (local === 'c') kind = attributes.t?.value ?? 'number'
      })
      const take = (tag: string, text: string) => {
        if (tag === 't' || tag === 'v') rows.at(-1)?.push(kind === 'inlineStr' ? text : Number(text))
      }
      let text = ''
      parser.on('text', (part) => {
        text += part
      })
      parser.on('closetag', ({ local }) => {
        take(local, text)
        text = ''
      })
      parser.write(xml).close()
    }
    const [headings, ...cells] = await fetchCsv(`orders/export?format=csv&${query}`)
    const day = (text: string) => (Date.parse(text) - Date.UTC(1899, 11, 30)) / 86_400_000
    expect(rows[0]).toEqual(headings)
    expect(rows.slice(1)).toEqual(
      cells.map(([number = '', reference = '', issued = '', gross = '', changed = '']) => [
        number,
        reference.replace(/(^|\t)'/g, '$1'),
        day(issued),
        gross.length > 15 ? gross : Number(gross),
        expect.closeTo(day(changed), 5),
      ]),
    )
  })

  test('has every row of a long list', async () => {
    const sheet =
      (await unzip((await fetchFile('quotes/export?format=xlsx&columns=number')).bytes)).get(
        'xl/worksheets/sheet1.xml',
      ) ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(2346)
  })

  test('is read from the right in Arabic', async () => {
    const sheet = (await unzip((await fetchFile('orders/export?format=xlsx&language=ar')).bytes)).get(
      'xl/worksheets/sheet1.xml',
    )
    expect(sheet).toContain('rightToLeft="1"')
  })
})

describe('what is asked for wrongly', () => {
  test.each([
    ['format=pdf', 'format'],
    ['format=csv&columns=number,colour', 'columns'],
    ['format=csv&sort=colour', 'sort'],
    ['format=csv&cursor=x', 'cursor'],
  ])('%s is refused by name', async (query, field) => {
    const { status, json } = await fetchFile(`orders/export?${query}`)
    expect([status, json()]).toMatchObject([400, { errors: [{ field }] }])
  })

  test('without the right to prices no column and no file has an amount', async () => {
    const file = await fetchCsv('orders/export?format=csv', logistics)
    expect(file[0]).not.toContain('Amount')
    expect(file.flat().join()).not.toMatch(/1234|12\.5/)
    expect((await fetchFile('orders/export?format=csv&columns=number,gross', logistics)).status).toBe(400)
    expect((await fetchFile('invoices/export?format=csv', logistics)).status).toBe(404)
    const choices = (await fetchFile('orders/export?format=csv&columns=gross', logistics)).text
    expect(choices.replace('"gross', '').replace('\\"gross', '')).not.toContain('gross,')
  })
})

test('every field of a document can be a column of its file', async () => {
  for (const type of documentTypes) {
    const names = ['status', ...Object.keys(columnFields(type))]
    const [headings] = await fetchCsv(`${type}/export?format=csv&columns=${names.join(',')}&q=H-00`)
    expect([type, headings?.length]).toEqual([type, names.length])
    // Each column has a heading of its own, in every language.
    expect(headings?.filter((heading) => names.includes(heading))).toEqual([])
    for (const language of languages.filter((code) => code !== 'en')) {
      const [translated = []] = await fetchCsv(
        `${type}/export?format=csv&columns=${names.join(',')}&q=H-00&language=${language}`,
      )
      expect([language, translated.filter((heading) => names.includes(heading))]).toEqual([language, []])
      // A few headings are the same in both languages; most are not.
      const same = translated.filter((heading, index) => heading === headings?.[index])
      expect([language, same.length < translated.length / 3]).toEqual([language, true])
    }
  }
})

test('a file of a list that is grouped by status has one status after another, each in the order of the list', async () => {
  const statusOf = { 'G-1': 'completed', 'G-2': 'confirmed', 'G-3': 'received', 'G-4': 'completed', 'G-5': 'received' }
  const grouped = Object.entries(statusOf).map(
    ([number, status], index): IngestDocument => ({
      ...{ account: 'E-2', accountName: 'Grouped', type: 'orders', number, status },
      issueDate: `2026-03-0${index + 1}`,
    }),
  )
  expect(await portal.ingest(...grouped)).toMatchObject({ errors: [] })
  const gil = await portal.signIn('gil@export.example', 'E-2')
  const numbersOf = async (query: string) =>
    (await fetchCsv(`orders/export?format=csv&columns=number&${query}`, gil)).slice(1).map(([number]) => number)
  expect(await numbersOf('')).toEqual(['G-5', 'G-4', 'G-3', 'G-2', 'G-1'])
  expect(await numbersOf('group=status')).toEqual(['G-5', 'G-3', 'G-2', 'G-4', 'G-1'])
  expect(await numbersOf('group=status&sort=issueDate&status=completed,received')).toEqual(['G-3', 'G-5', 'G-1', 'G-4'])
  const { body } = await portal.app.inject({
    ...{ method: 'POST', url: '/api/documents/export', headers: { authorization: `Bearer ${gil}` } },
    payload: { type: 'orders', format: 'csv', columns: 'number', numbers: ['G-4', 'G-5', 'G-3'], group: 'status' },
  })
  expect(
    parseCsv(body)
      .slice(1)
      .map(([number]) => number),
  ).toEqual(['G-5', 'G-3', 'G-4'])
})

test('what was taken along stands in the audit log', async () => {
  await fetchFile('orders/export?format=csv&columns=number')
  const { rows } = await portal.database.owner.query(
    `select details from audit_log where action = 'list_exported' order by at desc, id desc limit 1`,
  )
  expect(rows[0]).toEqual({ details: { type: 'orders', format: 'csv', columns: 'number' } })
})

test('a person fetches two files at once, and the next when one of them has come or was broken off', async () => {
  const address = new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 }))
  const open = () =>
    new Promise<{ status: number; end: () => void }>((resolve) => {
      const request = get(
        {
          host: address.hostname,
          port: address.port,
          path: '/api/documents/quotes/export?format=csv',
          headers: { authorization: `Bearer ${admin}` },
        },
        (reply) => {
          // The client reads nothing: the server waits with its next page.
          reply.pause()
          resolve({ status: reply.statusCode ?? 0, end: () => request.destroy() })
        },
      )
      request.on('error', () => undefined)
    })
  // Also over the network: injected calls in a loop would leave the server no moment to notice disconnects.
  const fetchWhole = async () => {
    const url = new URL('/api/documents/quotes/export?format=csv', address)
    const reply = await fetch(url, { headers: { authorization: `Bearer ${admin}` } })
    await reply.arrayBuffer()
    return reply.status
  }
  const busy: Awaited<ReturnType<typeof open>>[] = []
  // Small files fit into the network's buffers, so some end at once: more are opened until two are held.
  for (let tries = 0; tries < 20 && !busy.some(({ status }) => status === 429); tries++)
    busy.push(...(await Promise.all([open(), open(), open()])))
  expect(busy.map(({ status }) => status)).toContain(429)
  for (const reply of busy) reply.end()
  await expect.poll(fetchWhole, { interval: 50, timeout: 10_000 }).toBe(200)
})
