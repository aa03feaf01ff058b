import type { IngestDocument } from '../contract/ingest.ts'
import { languages } from '../contract/languages.ts'
import { peopleOf } from './asked.ts'
import type { Data } from './data.ts'
import { type Finding, median } from './finding.ts'
import { accountWith } from './page.ts'
import { say } from './say.ts'
import type { Settings } from './settings.ts'

const lines = 50
const atOnce = 12

/** The PDF of an order of fifty lines, one at a time; then many at once, and what they cost the server itself. */
export async function paperOfFiftyLines(data: Data, { rounds }: Settings): Promise<Finding[]> {
  const order: Omit<IngestDocument, 'account'> = {
    type: 'orders',
    number: 'SO-50',
    status: 'confirmed',
    issueDate: new Date().toISOString().slice(0, 10),
    currency: 'EUR',
    totals: { net: '225.00', tax: '42.75', gross: '267.75' },
    lines: Array.from({ length: lines }, (_, place) => ({
      line: String(place + 1),
      sku: `SKU-${place}`,
      name: `Part number ${place} of many, galvanised, with a name that takes two lines of a narrow column`,
      quantity: '3',
      unit: 'EA',
      unitPrice: '1.50',
      amount: '4.50',
    })),
  }
  return accountWith(data, [order], async ({ portal, accountId }) => {
    const nextPerson = await peopleOf(accountId, portal.port)
    const print = async (place: number) => {
      const begun = performance.now()
      const language = languages[place % languages.length]
      const path = `/api/documents/orders/SO-50/pdf?language=${language}`
      const reply = await fetch(`http://localhost:${portal.port}${path}`, { headers: nextPerson() })
      const bytes = new Uint8Array(await reply.arrayBuffer())
      if (reply.status !== 200 || bytes[0] !== 0x25) throw new Error(`${path} answered ${reply.status}`)
      return performance.now() - begun
    }
    // The first start a process that sets papers, and load the fonts of each script.
    for (let place = 0; place < languages.length; place++) await print(place)
    const took: number[] = []
    for (let place = 0; place < rounds * languages.length; place++) took.push(await print(place))
    await portal.usage('delay')
    const before = await portal.usage('cpu')
    await Promise.all(Array.from({ length: atOnce }, (_, place) => print(place)))
    const { delay, cpuMicroseconds } = await portal.usage('delay')
    const own = (cpuMicroseconds - before.cpuMicroseconds) / 1000 / atOnce
    const each = median(took)
    say(
      `paper: ${each.toFixed(0)} ms, ${own.toFixed(1)} ms of the server itself, event loop late by ${delay.toFixed(0)} ms`,
    )
    return [
      {
        what: `PDF of an order of ${lines} lines`,
        measured: `${each.toFixed(0)} ms`,
        promise: '≤ 300 ms',
        kept: each <= 300,
        more: `${took.length} in six languages, slowest ${Math.max(...took).toFixed(0)} ms`,
      },
      {
        // Not how late the event loop was: that tells of whatever else works on these cores.
        what: `${atOnce} such PDFs at once: processor time of the server itself for each`,
        measured: `${own.toFixed(1)} ms`,
        promise: '≤ 20 ms',
        kept: own <= 20,
        more: `event loop late by ${delay.toFixed(0)} ms at most`,
      },
    ]
  })
}
