import { type ReactNode, useEffect, useRef, useState } from 'react'
import { previewPaper, type SellerContent } from '#contract/console/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { type PaperKind, paperKinds } from '#contract/papers.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { language } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { fetchPreview } from './fetch-preview.ts'

type Preview = {
  kind: PaperKind
  paper: Blob | undefined
  isShowing: boolean
  /** Makes the paper of a kind with these data, unless another is asked for meanwhile. Throws CallError. */
  show: (content: SellerContent, kind: PaperKind) => Promise<void>
}

/** A paper as it would be with data that are not published yet. */
export function usePaperPreview(): Preview {
  const [kind, setKind] = useState<PaperKind>('invoices')
  const [paper, setPaper] = useState<Blob>()
  const [isShowing, setShowing] = useState(false)
  const latest = useRef(0)
  return {
    ...{ kind, paper, isShowing },
    show: async (content, nextKind) => {
      latest.current += 1
      const own = latest.current
      setKind(nextKind)
      setShowing(true)
      try {
        const made = await fetchPreview(pathOf(previewPaper, {}), { ...content, kind: nextKind, language })
        // One that took longer does not replace the one that was chosen after it.
        if (own === latest.current) setPaper(made)
      } finally {
        if (own === latest.current) setShowing(false)
      }
    },
  }
}

/** The card with the paper, and the choice of its kind. */
export function PaperPreview({ preview, onKind }: { preview: Preview; onKind: (kind: PaperKind) => void }): ReactNode {
  return (
    <Card title={t('content.seller.paper')}>
      <SelectField
        className="mb-4"
        label={t('content.seller.kind')}
        value={preview.kind}
        choices={paperKinds.map((value) => ({ value, label: t(`content.kind.${value}`) }))}
        onChange={({ target }) => onKind(target.value as PaperKind)}
      />
      {preview.paper ? <Paper paper={preview.paper} /> : <p className="text-muted">{t('content.preview.empty')}</p>}
    </Card>
  )
}

function Paper({ paper }: { paper: Blob }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([paper], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [paper])
  if (address === undefined) return null
  return (
    <>
      <iframe
        src={`${address}#navpanes=0&view=FitH`}
        title={t('content.seller.paper')}
        className="h-[36rem] w-full rounded-control border border-border bg-sunken max-sm:hidden"
      />
      <a href={address} target="_blank" rel="noreferrer" className="mt-3 inline-block underline underline-offset-4">
        {t('content.seller.open')}
      </a>
    </>
  )
}
