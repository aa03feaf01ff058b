import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { pathOf } from '#contract/endpoint.ts'
import { downloadPaper } from '#contract/papers.ts'
import { fetchNamedFile, saveBlob } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'
import { documentTypeName } from '../header.ts'

/** Saves the document as PDF, named after its paper: the ERP's own where there is one. */
export function PaperButton({ detail }: { detail: DocumentDetail }): ReactNode {
  const { type, number } = detail
  const save = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ language: document.documentElement.lang })
      const file = await fetchNamedFile(`${pathOf(downloadPaper, { type, number })}?${query}`, `${number}.pdf`)
      saveBlob(file.blob, file.name)
    },
  })
  return (
    <Button variant="secondary" write={save} onClick={() => save.mutate()}>
      <FileDown aria-hidden size={16} />
      {paperName(detail)} {t('papers.pdf')}
    </Button>
  )
}

function paperName(detail: DocumentDetail): string {
  if (detail.type === 'shipments') return t('paper.get.shipments')
  // Before the supplier has confirmed an order there is nothing but the order.
  return detail.type === 'orders' && detail.status !== 'received' ? t('paper.get.orders') : documentTypeName(detail)
}
