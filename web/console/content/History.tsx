import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import type { Write } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'

/** A version, with what it holds or at least whether it puts what files and settings say in force. */
type Version = { id: string; savedAt: string; savedBy: string; content?: string | null; isStandard?: boolean }
type HistoryProps = { versions: readonly Version[]; write: Write; onRestore: (version: Version) => void }

/** Who published what and when, and the way back to each version. */
export function History({ versions, write, onRestore }: HistoryProps): ReactNode {
  const [pressed, setPressed] = useState('')
  return (
    <Card title={t('content.history')} padded={false}>
      {versions.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">{t('content.history.none')}</p>}
      <ol>
        {versions.map((version, index) => {
          const when = formatDateExactly(version.savedAt)
          const isStandard = version.isStandard ?? version.content === null
          return (
            <li
              key={version.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5"
            >
              <span className="min-w-0">
                {t('content.by', { when, name: version.savedBy })}
                {isStandard && <span className="block text-sm text-muted">{t('content.version.files')}</span>}
              </span>
              {index > 0 && !isStandard && (
                <Button
                  size="small"
                  write={version.id === pressed ? write : undefined}
                  aria-label={t('content.restore.of', { when })}
                  onClick={() => {
                    setPressed(version.id)
                    onRestore(version)
                  }}
                >
                  {t('content.restore')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
