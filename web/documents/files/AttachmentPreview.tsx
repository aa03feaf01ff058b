import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DocumentDetail, downloadAttachment } from '#contract/documents/endpoints.ts'
import type { Params } from '#contract/endpoint.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { LoadingNote, Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { attachmentQuery, saveAttachment } from './attachment-download.ts'
import type { PreviewKind } from './preview-kind.ts'

type AttachmentPreviewProps = {
  params: Params<typeof downloadAttachment>
  attachment: DocumentDetail['attachments'][number]
  kind: PreviewKind
  onClose: () => void
}

/** Shows an attachment beside its document: a PDF in the browser's own viewer, an image, or plain text. */
export function AttachmentPreview({ params, attachment, kind, onClose }: AttachmentPreviewProps): ReactNode {
  const { name } = attachment
  const query = useQuery(attachmentQuery(params, attachment))
  const save = useMutation({ mutationFn: () => saveAttachment(params, name) })
  return (
    <Drawer
      open
      large
      title={name}
      onClose={onClose}
      footer={
        <Button write={save} onClick={() => save.mutate()}>
          <Download aria-hidden size={16} />
          {t('papers.save')}
        </Button>
      }
    >
      {query.isPending && (
        <>
          <LoadingNote />
          <Skeleton className="block! h-full w-full" />
        </>
      )}
      {query.isError && <ErrorState text={t('papers.failed')} onRetry={() => void query.refetch()} />}
      {query.data && <PreviewContent blob={query.data} name={name} kind={kind} />}
    </Drawer>
  )
}

function PreviewContent({ blob, name, kind }: { blob: Blob; name: string; kind: PreviewKind }) {
  if (kind === 'text') return <TextPreview blob={blob} />
  return <FramedPreview blob={blob} name={name} kind={kind} />
}

/**
 * A PDF's media type is set here, not by the sender, so that an HTML page cannot pass as a PDF. A PDF's frame is not
 * sandboxed: browsers refuse to open their viewer in a sandbox, and the viewer runs in an origin of its own.
 */
function FramedPreview({ blob, name, kind }: { blob: Blob; name: string; kind: 'pdf' | 'image' }) {
  const objectUrl = useObjectUrl(blob, kind === 'pdf' ? 'application/pdf' : blob.type)
  if (objectUrl === null) return null
  if (kind === 'image')
    return <img src={objectUrl} alt={name} className="mx-auto max-h-full max-w-full object-contain" />
  // Fits the page to the width and hides the viewer's own list of pages.
  return (
    <iframe
      src={`${objectUrl}#navpanes=0&view=FitH`}
      title={name}
      className="h-full w-full rounded-control border border-border bg-sunken"
    />
  )
}

function useObjectUrl(blob: Blob, type: string): string | null {
  const [objectUrl, setObjectUrl] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([blob], { type }))
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [blob, type])
  return objectUrl
}

function TextPreview({ blob }: { blob: Blob }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let mounted = true
    void blob.text().then((content) => mounted && setText(content))
    return () => {
      mounted = false
    }
  }, [blob])
  return (
    <pre dir="auto" className="font-sans text-sm wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  )
}
