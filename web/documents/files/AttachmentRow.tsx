import { useMutation } from '@tanstack/react-query'
import { Download, FileText, Image } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatBytes } from '#web/ui/format-details.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { t } from '#web/ui/text.ts'
import { saveAttachment } from './attachment-download.ts'
import { previewKindOf } from './preview-kind.ts'

const AttachmentPreview = lazyComponent(() => import('./AttachmentPreview.tsx'), 'AttachmentPreview', {
  failureDisplay: 'message',
})

type AttachmentRowProps = {
  detail: Pick<DocumentDetail, 'type' | 'number'>
  attachment: DocumentDetail['attachments'][number]
}

/** One attachment of a document: previewed in place where the browser can show it, and saved unchanged. */
export function AttachmentRow({ detail, attachment }: AttachmentRowProps) {
  const [previewOpen, setPreviewOpen] = useState(false)
  const params = { type: detail.type, number: detail.number, id: attachment.id }
  const save = useMutation({ mutationFn: () => saveAttachment(params, attachment.name) })
  const kind = previewKindOf(attachment.mimeType)
  const Icon = kind === 'image' ? Image : FileText
  const name = (
    <bdi className="line-clamp-2 wrap-anywhere" title={attachment.name}>
      {attachment.name}
    </bdi>
  )
  return (
    <li className="flex items-center gap-2 py-1">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {kind === null ? (
          name
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={t('papers.preview', { name: attachment.name })}
            onClick={() => setPreviewOpen(true)}
            className="block min-h-6 max-w-full text-start pointer-coarse:min-h-10 underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {name}
          </button>
        )}
        <bdi className="tabular text-sm text-muted">{formatBytes(attachment.size)}</bdi>
      </span>
      <Button
        size="small"
        variant="quiet"
        className="-me-2 px-2! pointer-coarse:px-3!"
        write={save}
        aria-label={t('papers.download', { name: attachment.name })}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden size={16} />
      </Button>
      {previewOpen && kind !== null && (
        <AttachmentPreview {...{ params, attachment, kind }} onClose={() => setPreviewOpen(false)} />
      )}
    </li>
  )
}
