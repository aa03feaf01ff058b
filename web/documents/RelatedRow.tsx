import { useMutation } from '@tanstack/react-query'
import { Download, FolderArchive } from 'lucide-react'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { downloadRelated } from '../../contract/documents/papers.ts'
import { pathOf } from '../../contract/endpoint.ts'
import { saveFile } from '../api/save.ts'
import { Button } from '../ui/Button.tsx'
import { language } from '../ui/reader.ts'
import { t } from '../ui/text.ts'

/** The papers of a document and of all that it is linked with, in one file. */
export function RelatedRow({ detail: { type, number, chain } }: { detail: DocumentDetail }) {
  const save = useMutation({
    mutationFn: () => saveFile(`${pathOf(downloadRelated, { type, number })}?language=${language}`, `${number}.zip`),
  })
  return (
    <li className="flex items-center gap-3 py-1">
      <FolderArchive aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block">{t('papers.related')}</span>
        <span
          className={save.isError ? 'text-sm text-bad' : 'text-sm text-muted'}
          role={save.isError ? 'alert' : save.isPending ? 'status' : undefined}
        >
          {save.isError
            ? t('papers.failed')
            : save.isPending
              ? t('papers.relatedWait')
              : t('papers.relatedHint', { count: chain.length })}
        </span>
      </span>
      <Button
        size="small"
        variant="quiet"
        pending={save.isPending}
        aria-label={t('papers.download', { name: t('papers.related') })}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden size={16} />
      </Button>
    </li>
  )
}
