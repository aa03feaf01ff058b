import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { GuessedProfile } from '#server/formats/format.ts'
import { profileProblems } from '../map/compile.ts'
import { openFiles } from '../map/open.ts'
import { evidenceText } from './evidence-text.ts'
import { guessText } from './text.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-guess-'))
afterAll(() => rm(folder, { recursive: true }))

const evidenceOf = ({ findings, columns }: GuessedProfile, what: string) => {
  const found =
    findings.find(({ subject, value }) => subject === what || value === what) ??
    columns.find(({ heading }) => heading === what)
  return found && evidenceText(found.because)
}

const german = [
  'Auftragsnr.;Kundennr.;Kunde;Auftragsdatum;Status;Pos.;Artikelnr.;Bezeichnung;Menge;ME;Einzelpreis;Betrag;Lagerort',
  'A-1;10010;Müller;03.04.2026;offen;1;R-1;Räder;1.000;Stk;2,50;2.500,00;H7',
  'A-1;10010;Müller;03.04.2026;offen;2;R-2;Schläuche;5;Eimer;1,10;5,50;H7',
  'A-2;10020;Weiß;31.12.2026;geliefert;1;R-1;Räder;2;Stk;2,50;5,00;H7',
].join('\r\n')

test('From an office’s list alone a profile is proposed, with what in the file says so', async () => {
  const guessed = guessText(Buffer.from(german, 'latin1'), 'liste.csv', true)
  const { profile } = guessed
  expect(profileProblems(profile)).toEqual([])
  expect(profile.read).toEqual({
    ...{ as: 'csv', encoding: 'windows-1252', separator: ';', decimal: ',', thousands: '.', dates: 'day first' },
  })
  expect(evidenceOf(guessed, 'dates')).toBe('"31.12.2026": there is no month 31, so the day is first.')
  expect(evidenceOf(guessed, 'encoding')).toContain('"Müller"')
  expect(evidenceOf(guessed, 'decimals')).toBe('"2,50": decimals after a comma.')
  expect(evidenceOf(guessed, 'Lagerort')).toContain('left out')
  expect(profile.values).toEqual({
    statuses: { offen: 'confirmed', geliefert: 'completed' },
    units: { Stk: 'H87', Eimer: '?' },
  })
  expect(evidenceOf(guessed, 'currency')).toContain('no column with a currency')
  expect(evidenceOf(guessed, 'units: Eimer')).toContain('until then it is refused')

  const path = join(folder, 'liste.csv')
  await writeFile(path, Buffer.from(german, 'latin1'))
  const mapped = await openFiles(profile, [{ name: 'liste.csv', path }], { scratch: folder, id: 'liste' })
  const documents: unknown[] = []
  const problems: string[] = []
  for await (const { document, customer, problems: own } of mapped.documents()) {
    documents.push({ ...document, account: customer?.value })
    problems.push(...own.map(({ path }) => path))
  }
  mapped.close()
  // What "Eimer" means is open: its document is refused until somebody says it.
  expect(problems).toEqual(['$.lines[1].unit'])
  expect(documents[0]).toEqual({
    ...{
      type: 'orders',
      number: 'A-1',
      account: '10010',
      accountName: 'Müller',
      issueDate: '2026-04-03',
      status: 'confirmed',
    },
    currency: 'EUR',
    lines: [
      { line: '1', sku: 'R-1', name: 'Räder', quantity: '1000', unit: 'H87', unitPrice: '2.50', amount: '2500.00' },
      { line: '2', sku: 'R-2', name: 'Schläuche', quantity: '5', unitPrice: '1.10', amount: '5.50' },
    ],
  })
})

test.each([
  ['en', 'Invoice No.,Customer No.,Invoice Date,Due Date,Total,Currency', 'invoices'],
  ['de', 'Rechnungsnr.,Kundennr.,Rechnungsdatum,Fälligkeit,Bruttobetrag,Währung', 'invoices'],
  ['fr', 'N° facture,Code client,Date facture,Échéance,Total TTC,Devise', 'invoices'],
  ['es', 'Nº factura,Nº cliente,Fecha factura,Vencimiento,Importe total,Moneda', 'invoices'],
  ['nl', 'Factuurnr,Klantnr,Factuurdatum,Vervaldatum,Totaal incl. btw,Valuta', 'invoices'],
  ['ar', 'رقم الفاتورة,رقم العميل,تاريخ الفاتورة,تاريخ الاستحقاق,الإجمالي,العملة', 'invoices'],
])('Headings in the language %s are known', (_language, heading, type) => {
  const rows = `${heading}\n${Array.from({ length: 5 }, (_, at) => `R-${at},K-1,2026-03-0${at + 1},2026-04-01,${at}.50,EUR`).join('\n')}\n`
  const { profile } = guessText(Buffer.from(rows), 'list.csv', true)
  expect(Object.keys(profile.documents.fields).sort()).toEqual([
    'currency',
    'dueDate',
    'issueDate',
    'number',
    'totals.gross',
    'type',
  ])
  expect(profile.documents.fields.type).toEqual({ constant: type })
  expect(profile.documents.customer).toEqual({ by: 'number', value: { column: heading.split(',')[1] } })
})

test('Dates that can be read both ways are said to be uncertain', () => {
  const { findings } = guessText(Buffer.from('Order No,Date\n1,03/04/2026\n2,05/06/2026\n'), 'a.csv', true)
  expect(findings.find(({ subject }) => subject === 'dates')).toMatchObject({
    certainty: 0.4,
    because: { code: 'bothWays', text: '03/04/2026' },
  })
})

test('However a list is written, its writing is recovered', () => {
  const dialect = fc.record({
    separator: fc.constantFrom(';', '\t', ',', '|'),
    encoding: fc.constantFrom('utf-8', 'windows-1252', 'utf-16le'),
    decimal: fc.constantFrom('.', ','),
    dates: fc.constantFrom('day first', 'month first', 'year first'),
    end: fc.constantFrom('\n', '\r\n'),
  })
  const row = fc.record({
    units: fc.integer({ min: 0, max: 99_999 }),
    day: fc.integer({ min: 13, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
  })
  fc.assert(
    fc.property(
      dialect,
      fc.array(row, { minLength: 4, maxLength: 20 }),
      ({ separator, encoding, decimal, dates, end }, rows) => {
        const two = (value: number) => String(value).padStart(2, '0')
        const lines = rows.map(({ units, day, month }, at) => {
          const date = {
            'day first': `${two(day)}/${two(month)}/2026`,
            'month first': `${two(month)}/${two(day)}/2026`,
            'year first': `2026-${two(month)}-${two(day)}`,
          }[dates]
          return [`A-${at}`, 'Größe', date, `"${Math.floor(units / 100)}${decimal}${two(units % 100)}"`].join(separator)
        })
        const text = [['Auftrag', 'Kundenname', 'Datum', 'Gesamt'].join(separator), ...lines, ''].join(end)
        const bytes =
          encoding === 'utf-16le'
            ? Buffer.from(text, 'utf16le')
            : Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1')
        const { read, documents } = guessText(bytes, 'x.csv', true).profile
        expect(read).toMatchObject({ separator, encoding, decimal, dates })
        expect(Object.keys(documents.fields)).toEqual(
          expect.arrayContaining(['number', 'issueDate', 'totals.gross', 'accountName']),
        )
      },
    ),
    { numRuns: 200 },
  )
})
