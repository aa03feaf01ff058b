import { useMutation } from '@tanstack/react-query'
import { FileCheck, FileCode } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import { pathOf } from '#contract/endpoint.ts'
import { downloadOriginal, downloadUbl, originalFileName } from '#contract/ubl.ts'
import { saveFile } from '#web/api/download.ts'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/**
 * Whether a document is available as UBL: it has an issue date and, except for shipments, totals that the member may
 * see.
 */
export function hasUbl({ type, header, totals }: DocumentDetail): boolean {
  if (header.issueDate === null || definitions[type].ublCode === undefined) return false
  return type === 'shipments' || (totals !== null && (totals.gross !== null || type === 'orders'))
}

type OriginalRowProps = { detail: DocumentDetail; original: NonNullable<DocumentDetail['original']> }

/** The UBL file that the supplier's system sent, unchanged. */
export function OriginalRow({ detail: { type, number }, original: { kind, receivedAt } }: OriginalRowProps) {
  const save = useMutation({
    mutationFn: () => saveFile(pathOf(downloadOriginal, { type, number }), originalFileName(kind, number)),
  })
  const name = t(kind === 'Invoice' ? 'papers.original.invoice' : 'papers.original')
  const hint = t('papers.originalHint', { date: formatDate(receivedAt) })
  return (
    <FileRow icon={FileCheck} name={name} hint={hint} error={save.error}>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}

/** The document as a UBL file for the customer's own system. */
export function UblRow({ detail: { type, number, original } }: { detail: DocumentDetail }) {
  const save = useMutation({
    mutationFn: () => saveFile(pathOf(downloadUbl, { type, number }), `${number}.xml`),
  })
  const name = t(original ? 'papers.ubl.portal' : 'papers.ubl')
  return (
    <FileRow icon={FileCode} name={name} hint={t('papers.ublHint')} error={save.error}>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}
