import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { AttachmentRow } from './AttachmentRow.tsx'

/** The papers that came with a document, to be saved as they came. */
export function Papers({ detail }: { detail: DocumentDetail }) {
  if (detail.attachments.length === 0) return null
  return (
    <Card title={t('papers.title')} className="no-print">
      <ul className="-my-1 flex flex-col">
        {detail.attachments.map((paper) => (
          <AttachmentRow key={paper.id} detail={detail} paper={paper} />
        ))}
      </ul>
    </Card>
  )
}
