import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '#web/ui/Card.tsx'
import { t } from '#web/ui/text.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { EInvoiceRows, hasEInvoice } from './EInvoiceRows.tsx'
import { LinesRow } from './LinesRow.tsx'
import { PdfRow } from './PdfRow.tsx'
import { RelatedRow } from './RelatedRow.tsx'
import { hasUbl, OriginalRow, UblRow } from './UblRow.tsx'

/**
 * The attachments of a document (except its proof of delivery, which has its own card), the document as a PDF, as its
 * original file, as an e-invoice and as UBL, its lines as a table, and the papers of its whole chain. The attachments come first.
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
        {hasEInvoice(detail) && <EInvoiceRows detail={detail} />}
        {hasUbl(detail) && <UblRow detail={detail} />}
        {detail.lines.length > 0 && <LinesRow detail={detail} />}
        {detail.chain.length > 1 && <RelatedRow detail={detail} />}
      </ul>
    </Card>
  )
}
