import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { PdfRow } from './PdfRow.tsx'
import { RelatedRow } from './RelatedRow.tsx'
import { hasUbl, OriginalRow, UblRow } from './UblRow.tsx'

/**
 * The papers that came with a document (but for its proof of delivery, which stands by itself), the document as PDF, as the
 * e-document that was sent and as UBL, and all of its chain; the ERP's own papers come first.
 */
export function Papers({ detail }: { detail: DocumentDetail }) {
  return (
    <Card title={t('papers.title')} className="no-print">
      <ul className="-my-1 flex flex-col">
        {detail.attachments
          .filter(({ purpose }) => purpose === null)
          .map((attachment) => (
            <AttachmentRow key={attachment.id} detail={detail} attachment={attachment} />
          ))}
        <PdfRow detail={detail} />
        {detail.original && <OriginalRow detail={detail} original={detail.original} />}
        {hasUbl(detail) && <UblRow detail={detail} />}
        {detail.chain.length > 1 && <RelatedRow detail={detail} />}
      </ul>
    </Card>
  )
}
