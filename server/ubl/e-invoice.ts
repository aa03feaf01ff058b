import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { EInvoiceSyntax } from '#contract/ubl.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { writeCii } from '../formats/cii/write-cii.ts'
import { type EInvoice, eInvoiceOf, writeEInvoice } from '../formats/ubl/write/e-invoice/e-invoice.ts'
import { type MissingTerm, missingTerms } from '../formats/ubl/write/e-invoice/missing.ts'
import { readForExport, readWithPapers, type UblDeps } from './export.ts'

type Made = { invoice: EInvoice } | { missing: MissingTerm[] }

/** Makes one of the viewer's invoices as EN 16931 or Peppol has it, or says what it lacks. Throws not_found for other types, too. */
async function makeEInvoices(
  deps: UblDeps,
  viewer: Viewer,
  { type, number, withPapers }: { type: DocumentType; number: string; withPapers: boolean },
) {
  if (type !== 'invoices') throw notFound()
  const read = withPapers ? readWithPapers : readForExport
  const { document, parties } = await read(deps, viewer, type, number)
  const make = (network?: 'peppol'): Made =>
    eInvoiceOf(document, { ...parties, sellerAddress: deps.sellerAddress() }, network)
  return make
}

/** The terms that one of the viewer's invoices lacks for EN 16931, and for Peppol; none when there is such an e-invoice. */
export async function missingOfEInvoice(
  deps: UblDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ missing: string[]; peppol: string[] }> {
  const make = await makeEInvoices(deps, viewer, { type, number, withPapers: false })
  const termsOf = (made: Made) => ('missing' in made ? made.missing.map((term) => missingTerms[term]) : [])
  return { missing: termsOf(make()), peppol: termsOf(make('peppol')) }
}

/**
 * One of the viewer's invoices as an e-invoice by EN 16931. Throws not_found, and conflict with the terms that it lacks: a
 * file that breaks the standard's rules is never given.
 */
export async function exportEInvoice(
  deps: UblDeps,
  viewer: Viewer,
  { type, number, syntax }: { type: DocumentType; number: string; syntax: EInvoiceSyntax },
): Promise<string> {
  const make = await makeEInvoices(deps, viewer, { type, number, withPapers: true })
  const made = make(syntax === 'peppol' ? 'peppol' : undefined)
  if ('invoice' in made) return syntax === 'cii' ? writeCii(made.invoice) : writeEInvoice(made.invoice)
  const terms = made.missing.map((term) => missingTerms[term]).join(', ')
  throw new PortalError(
    'conflict',
    translatable(syntax === 'peppol' ? 'eInvoice.missing.peppol' : 'eInvoice.missing', { terms }),
    {
      errors: made.missing.map((term) => ({ field: missingTerms[term], message: translatable(`eInvoice.${term}`) })),
    },
  )
}
