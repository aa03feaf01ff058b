import { useMutation } from '@tanstack/react-query'
import { Download, FileText, Image } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Button } from '../ui/Button.tsx'
import { formatBytes } from '../ui/format.ts'
import { part } from '../ui/part.tsx'
import { t } from '../ui/text.ts'
import { savePaper } from './download.ts'
import { previewOf } from './preview.ts'

const PaperPreview = part(async () => (await import('./PaperPreview.tsx')).PaperPreview, { missing: 'message' })

type AttachmentRowProps = {
  detail: Pick<DocumentDetail, 'type' | 'number'>
  paper: DocumentDetail['attachments'][number]
}

/** One paper that came with a document: shown in place where a browser can, and saved as it came. */
export function AttachmentRow({ detail, paper }: AttachmentRowProps) {
  const [shown, setShown] = useState(false)
  const params = { type: detail.type, number: detail.number, id: paper.id }
  const save = useMutation({ mutationFn: () => savePaper(params, paper.name) })
  const kind = previewOf(paper.mimeType)
  const Icon = kind === 'image' ? Image : FileText
  const name = (
    <bdi className="block truncate" title={paper.name}>
      {paper.name}
    </bdi>
  )
  return (
    <li className="flex items-center gap-3 py-1">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {kind === null ? (
          name
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('papers.preview', { name: paper.name })}
            onClick={() => setShown(true)}
            className="block min-h-6 max-w-full truncate text-start pointer-coarse:min-h-10 underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {name}
          </button>
        )}
        <bdi className="tabular text-sm text-muted">{formatBytes(paper.size)}</bdi>
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
      {shown && kind !== null && (
        <PaperPreview params={params} name={paper.name} kind={kind} onClose={() => setShown(false)} />
      )}
    </li>
  )
}
