import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { pathOf } from '#contract/endpoint.ts'
import { checkEInvoice, downloadEInvoice, type EInvoiceSyntax, eInvoiceSyntaxes } from '#contract/ubl.ts'
import { call } from '#web/api/call.ts'
import { saveFile } from '#web/api/download.ts'
import { t } from '#web/ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/** What an invoice lacks to become an e-invoice. */
const eInvoiceQuery = (type: DocumentDetail['type'], number: string) =>
  queryOptions({
    queryKey: ['documents', type, 'e-invoice', number],
    queryFn: ({ signal }) => call(checkEInvoice, { params: { type, number }, signal }),
  })

/** Whether a document is of a type of which there are e-invoices, with amounts that the member may see. */
export const hasEInvoice = ({ type, totals }: DocumentDetail): boolean => type === 'invoices' && totals !== null

/** The invoice as an e-invoice in both syntaxes, and for Peppol; nothing where it lacks what these ask for. */
export function EInvoiceRows({ detail: { type, number } }: { detail: DocumentDetail }) {
  const { data } = useQuery(eInvoiceQuery(type, number))
  if (data?.missing.length !== 0) return null
  const offered = eInvoiceSyntaxes.filter((syntax) => syntax !== 'peppol' || data.peppol.length === 0)
  return offered.map((syntax) => <EInvoiceRow key={syntax} type={type} number={number} syntax={syntax} />)
}

type EInvoiceRowProps = Pick<DocumentDetail, 'type' | 'number'> & { syntax: EInvoiceSyntax }

function EInvoiceRow({ type, number, syntax }: EInvoiceRowProps) {
  const save = useMutation({
    mutationFn: () =>
      saveFile(`${pathOf(downloadEInvoice, { type, number })}?syntax=${syntax}`, `${number}-${syntax}.xml`),
  })
  const name = t(`papers.eInvoice.${syntax}`)
  return (
    <FileRow icon={FileCheck} name={name} hint={t('papers.eInvoiceHint')} error={save.error}>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}
