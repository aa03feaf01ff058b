import { useMutation } from '@tanstack/react-query'
import { ExternalLink, FileText } from 'lucide-react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { pathOf } from '#contract/endpoint.ts'
import { downloadPaper, isErpPaper } from '#contract/papers.ts'
import { fetchNamedFile, saveBlob } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/** The document as a PDF made by the portal, to be opened or saved. */
export function PdfRow({ detail }: { detail: DocumentDetail }) {
  const { type, number } = detail
  const hasErpPdf = detail.attachments.some((attachment) => isErpPaper(attachment, { type, number }))
  const name = hasErpPdf ? t('papers.pdf.portal') : t('papers.pdf')
  const fetchPdf = () => {
    const query = new URLSearchParams({ source: 'portal', language: document.documentElement.lang })
    return fetchNamedFile(`${pathOf(downloadPaper, { type, number })}?${query}`, `${number}.pdf`)
  }
  const save = useMutation({
    mutationFn: async () => {
      const file = await fetchPdf()
      saveBlob(file.blob, file.name)
    },
  })
  const open = useMutation({
    // The tab is opened by the click itself: pop-up blockers stop one that opens later.
    mutationFn: async (tab: Window | null) => {
      try {
        const { blob } = await fetchPdf()
        if (!tab) return
        tab.location.href = URL.createObjectURL(blob)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
  return (
    <FileRow icon={FileText} name={name} hint={t('papers.pdfHint')} error={save.error ?? open.error}>
      <Button
        size="small"
        variant="quiet"
        className="px-2! pointer-coarse:px-3!"
        pending={open.isPending}
        aria-label={t('papers.open', { name })}
        onClick={() => open.mutate(window.open('', '_blank'))}
      >
        <ExternalLink aria-hidden size={16} />
      </Button>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}
