import { useMutation } from '@tanstack/react-query'
import { FileCode } from 'lucide-react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { pathOf } from '../../contract/endpoint.ts'
import { downloadUbl } from '../../contract/ubl.ts'
import { saveFile } from '../api/save.ts'
import { t } from '../ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/** Whether a document can be had as UBL: it has a date, and but for shipments a total that the viewer may see. */
export function hasUbl({ type, header, totals }: DocumentDetail): boolean {
  if (header.issueDate === null) return false
  return type === 'shipments' || (totals !== null && (totals.gross !== null || type === 'orders'))
}

/** The document as a file that the customer's own system reads. */
export function UblRow({ detail: { type, number } }: { detail: DocumentDetail }) {
  const save = useMutation({
    mutationFn: () => saveFile(pathOf(downloadUbl, { type, number }), `${number}.xml`),
  })
  const name = t('papers.ubl')
  return (
    <FileRow icon={FileCode} name={name} hint={t('papers.ublHint')} failed={save.isError}>
      <SaveButton name={name} pending={save.isPending} onSave={save.mutate} />
    </FileRow>
  )
}
