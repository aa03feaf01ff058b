import { useMutation } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatBytes } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { savePaper } from './download.ts'

type Paper = DocumentDetail['attachments'][number]

/** The papers that came with a document, to be saved as they came. */
export function Papers({ detail }: { detail: DocumentDetail }) {
  if (detail.attachments.length === 0) return null
  return (
    <Card title={t('papers.title')} className="no-print">
      <ul className="-my-1 flex flex-col">
        {detail.attachments.map((paper) => (
          <PaperRow key={paper.id} detail={detail} paper={paper} />
        ))}
      </ul>
    </Card>
  )
}

function PaperRow({ detail, paper }: { detail: DocumentDetail; paper: Paper }) {
  const save = useMutation({
    mutationFn: () => savePaper({ type: detail.type, number: detail.number, id: paper.id }, paper.name),
  })
  return (
    <li className="flex items-center gap-3 py-1">
      <FileText aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate" title={paper.name}>
          {paper.name}
        </bdi>
        <span className="tabular text-sm text-muted">{formatBytes(paper.size)}</span>
      </span>
      <Button
        size="small"
        variant="quiet"
        pending={save.isPending}
        aria-label={t('papers.download', { name: paper.name })}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden size={16} />
      </Button>
    </li>
  )
}
