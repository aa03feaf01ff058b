import { useMutation } from '@tanstack/react-query'
import { Sheet } from 'lucide-react'
import { exportLines } from '#contract/documents/downloads.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { pathOf } from '#contract/endpoint.ts'
import { saveFile } from '#web/api/download.ts'
import { language } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/** The lines of a document as a workbook. */
export function LinesRow({ detail: { type, number } }: { detail: DocumentDetail }) {
  const save = useMutation({
    mutationFn: () =>
      saveFile(
        `${pathOf(exportLines, { type, number })}?format=xlsx&language=${language}`,
        `${number} ${t('lines.title')}.xlsx`,
      ),
  })
  const name = t('papers.lines')
  return (
    <FileRow icon={Sheet} name={name} hint={t('papers.linesHint')} error={save.error}>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}
