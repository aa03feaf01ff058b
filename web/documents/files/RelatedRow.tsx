import { useMutation } from '@tanstack/react-query'
import { FolderArchive } from 'lucide-react'
import { downloadRelated } from '#contract/documents/downloads.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { pathOf } from '#contract/endpoint.ts'
import { saveFile } from '#web/api/download.ts'
import { language } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { FileRow, SaveButton } from './FileRow.tsx'

/** The papers of a document and of its whole chain, in one ZIP file. */
export function RelatedRow({ detail: { type, number, chain } }: { detail: DocumentDetail }) {
  const save = useMutation({
    mutationFn: () => saveFile(`${pathOf(downloadRelated, { type, number })}?language=${language}`, `${number}.zip`),
  })
  const name = t('papers.related')
  const hint = save.isPending ? t('papers.relatedWait') : t('papers.relatedHint', { count: chain.length })
  return (
    <FileRow icon={FolderArchive} name={name} hint={hint} error={save.error} isWaiting={save.isPending}>
      <SaveButton name={name} save={save} />
    </FileRow>
  )
}
