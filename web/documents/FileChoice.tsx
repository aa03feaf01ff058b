import { largestFile, mostFiles } from '../../contract/request-rules.ts'
import { formatBytes } from '../ui/format.ts'
import { t } from '../ui/text.ts'

/** Photographs and papers that go along with a request. */
export function FileChoice({ wrong }: { wrong: boolean }) {
  return (
    <label className="block">
      <span className="mb-1.5 block text-sm font-medium">{t('request.optional', { label: t('request.files') })}</span>
      <input
        type="file"
        name="files"
        multiple
        accept="application/pdf,image/png,image/jpeg,image/webp"
        className="block w-full text-sm file:me-3 file:h-9 file:rounded-control file:border file:border-control file:bg-raised file:px-3 file:text-text"
      />
      <span className={`mt-1 block text-sm ${wrong ? 'text-bad' : 'text-muted'}`}>
        {t('request.files.hint', { count: mostFiles, size: formatBytes(largestFile) })}
      </span>
    </label>
  )
}
