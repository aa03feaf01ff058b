import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { downloadAttachment } from '../../contract/documents/endpoints.ts'
import type { Params } from '../../contract/endpoint.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingNote, Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { fetchPaper, savePaper } from './download.ts'
import type { PreviewKind } from './preview.ts'

type PaperPreviewProps = {
  params: Params<typeof downloadAttachment>
  name: string
  kind: PreviewKind
  onClose: () => void
}

/** A paper shown beside its document: a PDF in the browser's own viewer, a picture, or plain text. */
export function PaperPreview({ params, name, kind, onClose }: PaperPreviewProps): ReactNode {
  const paper = useQuery({
    queryKey: ['documents', params.type, 'paper', params.number, params.id],
    queryFn: () => fetchPaper(params),
    // Bytes need not be kept longer than they are looked at.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const save = useMutation({ mutationFn: () => savePaper(params, name) })
  return (
    <Drawer
      open
      large
      title={name}
      onClose={onClose}
      footer={
        <Button pending={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden size={16} />
          {t('papers.save')}
        </Button>
      }
    >
      {paper.isPending && (
        <>
          <LoadingNote />
          <Skeleton className="block! h-full w-full" />
        </>
      )}
      {paper.isError && <ErrorState text={t('papers.failed')} onRetry={() => void paper.refetch()} />}
      {paper.data && <Shown blob={paper.data} name={name} kind={kind} />}
    </Drawer>
  )
}

function Shown({ blob, name, kind }: { blob: Blob; name: string; kind: PreviewKind }) {
  if (kind === 'text') return <TextPaper blob={blob} />
  return <FramedPaper blob={blob} name={name} kind={kind} />
}

/**
 * The type is ours, never the sender's, so that no page can hide behind the name of a paper. A PDF's frame is not
 * sandboxed: browsers refuse to open their viewer in a sandbox, and the viewer runs in an origin of its own.
 */
function FramedPaper({ blob, name, kind }: { blob: Blob; name: string; kind: 'pdf' | 'image' }) {
  const address = useAddress(blob, kind === 'pdf' ? 'application/pdf' : blob.type)
  if (address === null) return null
  if (kind === 'image') return <img src={address} alt={name} className="mx-auto max-h-full max-w-full object-contain" />
  // The page at its full width, without the viewer's own list of pages beside it.
  return (
    <iframe
      src={`${address}#navpanes=0&view=FitH`}
      title={name}
      className="h-full w-full rounded-control border border-border bg-sunken"
    />
  )
}

function useAddress(blob: Blob, type: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])
  return address
}

function TextPaper({ blob }: { blob: Blob }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let wanted = true
    void blob.text().then((read) => wanted && setText(read))
    return () => {
      wanted = false
    }
  }, [blob])
  return (
    <pre dir="auto" className="font-sans text-sm wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  )
}
