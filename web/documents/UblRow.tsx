import { useMutation } from '@tanstack/react-query'
import { Download, FileCode } from 'lucide-react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { pathOf } from '../../contract/endpoint.ts'
import { downloadUbl } from '../../contract/ubl.ts'
import { saveFile } from '../api/save.ts'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

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
  return (
    <li className="flex items-center gap-3 py-1">
      <FileCode aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block">{t('papers.ubl')}</span>
        <span
          className={save.isError ? 'text-sm text-bad' : 'text-sm text-muted'}
          role={save.isError ? 'alert' : undefined}
        >
          {save.isError ? t('papers.failed') : t('papers.ublHint')}
        </span>
      </span>
      <Button
        size="small"
        variant="quiet"
        pending={save.isPending}
        aria-label={t('papers.download', { name: t('papers.ubl') })}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden size={16} />
      </Button>
    </li>
  )
}
