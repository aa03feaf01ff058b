import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { EInvoiceSyntax } from '#contract/ubl.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { writeCii } from '../formats/cii/write-cii.ts'
import { type EInvoice, eInvoiceOf, writeEInvoice } from '../formats/ubl/write/e-invoice/e-invoice.ts'
import { type MissingTerm, missingTerms } from '../formats/ubl/write/e-invoice/missing.ts'
import { readForExport, type UblDeps } from './export.ts'

type Made = { invoice: EInvoice } | { missing: MissingTerm[] }

/** One of the viewer's invoices as EN 16931 has it, or what it lacks. Throws not_found for other types, too. */
async function makeEInvoice(deps: UblDeps, viewer: Viewer, type: DocumentType, number: string): Promise<Made> {
  if (type !== 'invoices') throw notFound()
  const { document, parties } = await readForExport(deps, viewer, type, number)
  return eInvoiceOf(document, parties)
}

/** The terms of EN 16931 that one of the viewer's invoices lacks; none when there is an e-invoice of it. */
export async function missingOfEInvoice(
  deps: UblDeps,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<string[]> {
  const made = await makeEInvoice(deps, viewer, type, number)
  return 'missing' in made ? made.missing.map((term) => missingTerms[term]) : []
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
  const made = await makeEInvoice(deps, viewer, type, number)
  if ('invoice' in made) return syntax === 'ubl' ? writeEInvoice(made.invoice) : writeCii(made.invoice)
  const terms = made.missing.map((term) => missingTerms[term]).join(', ')
  throw new PortalError('conflict', translatable('eInvoice.missing', { terms }), {
    errors: made.missing.map((term) => ({ field: missingTerms[term], message: translatable(`eInvoice.${term}`) })),
  })
}
