import type { Return } from '#contract/requests/return-endpoints.ts'
import { calendarDate } from '#contract/values/dates.ts'
import { qrCodeSvg } from './bank-transfer.ts'
import { type Branding, commonContent, fact } from './branding.ts'
import type { PaperContent, Party, Table } from './content.ts'
import type { PaperLocale } from './locale.ts'

/** What the sheet says of a return. */
export type PrintedReturn = Pick<Return, 'number' | 'supplierNumber' | 'steps' | 'sendTo' | 'collectAt' | 'lines'> & {
  request: Pick<Return['request'], 'madeAt'>
}

/**
 * The content of the sheet that goes into the box with returned goods: the number as text and code, and what comes back.
 */
export function returnContent(
  found: PrintedReturn,
  account: { number: string; name: string },
  locale: PaperLocale,
  branding: Branding,
): PaperContent {
  const { say } = locale
  const { number: portalNumber, supplierNumber, request, steps } = found
  const number = supplierNumber ?? portalNumber
  const approvedAt = steps.find(({ step }) => step === 'approved')?.at ?? null
  const day = (moment: string) => locale.date(calendarDate(new Date(moment)))
  const svg = qrCodeSvg(number)
  return {
    ...commonContent(branding, locale, null, approvedAt ?? request.madeAt),
    title: `${say('paper.return')} ${number}`,
    kind: say('paper.return'),
    number,
    state: null,
    facts: [
      ...fact(say('paper.return.number'), number, true),
      ...(supplierNumber === null ? [] : fact(say('paper.return.portal'), portalNumber, true)),
      ...fact(say('paper.fact.customer'), account.number, true),
      ...fact(say('paper.return.asked'), day(request.madeAt)),
      ...fact(say('paper.return.approved'), approvedAt && day(approvedAt)),
    ],
    parties: [
      { title: say('paper.party.customer'), name: account.name, lines: [] },
      ...addressOf(say('paper.return.sendTo'), found.sendTo),
      ...addressOf(say('paper.return.collectAt'), found.collectAt),
    ],
    contact: null,
    lead: null,
    lines: linesOf(found, locale),
    sums: [],
    remarks: [],
    pay: {
      title: say('paper.return.sheet'),
      text: say('paper.return.text'),
      facts: [],
      code: svg === null ? null : { svg, alt: say('paper.return.code', { number }), caption: number },
    },
    tables: [],
    texts: [],
  }
}

/** An address as it was written, line by line. */
function addressOf(title: string, written: string | null): Party[] {
  const [name, ...lines] = (written ?? '').split('\n').filter((line) => line.trim() !== '')
  return name === undefined ? [] : [{ title, name, lines }]
}

/** What may come back of each line; a line of which nothing may is left out. */
function linesOf({ lines }: Pick<Return, 'lines'>, locale: PaperLocale): Table {
  const { say } = locale
  return {
    title: say('paper.lines'),
    columns: [
      { label: say('paper.column.item'), align: 'start', wide: true },
      { label: say('paper.return.reason'), align: 'start' },
      { label: say('paper.column.quantity'), align: 'end' },
    ],
    rows: lines
      .filter(({ approved }) => /[1-9]/.test(approved ?? '0'))
      .map(({ shipment, line, order, orderLine, sku, name, unit, reason, note, approved }) => [
        {
          main: name ?? sku ?? say('paper.return.of', { shipment, line }),
          small: [
            sku && say('paper.line.sku', { sku }),
            say('paper.return.of', { shipment, line }),
            order && say('paper.return.ofOrder', { order, line: orderLine ?? '–' }),
            note,
          ].filter((text): text is string => Boolean(text)),
        },
        say(`request.choice.${reason}`),
        { number: locale.quantity(approved ?? '0', unit) },
      ]),
  }
}
