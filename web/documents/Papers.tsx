import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { hasUbl, UblRow } from './UblRow.tsx'

/** The papers that came with a document, to be saved as they came, and the document as UBL. */
export function Papers({ detail }: { detail: DocumentDetail }) {
  const ubl = hasUbl(detail)
  if (detail.attachments.length === 0 && !ubl) return null
  return (
    <Card title={t('papers.title')} className="no-print">
      <ul className="-my-1 flex flex-col">
        {detail.attachments.map((paper) => (
          <AttachmentRow key={paper.id} detail={detail} paper={paper} />
        ))}
        {ubl && <UblRow detail={detail} />}
      </ul>
    </Card>
  )
}
