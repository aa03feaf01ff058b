import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { profileQuery } from '../api/viewer.ts'
import { faqPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import { settingsQuery, useSaveSettings } from './settings-queries.ts'

/** Says why no mails arrive, with a way to turn them on again; `refused` leaves out mails that the person has ended. */
export function MailState({ about }: { about: 'all' | 'refused' }): ReactNode {
  const save = useSaveSettings()
  const { data: settings } = useQuery(settingsQuery)
  const { data: profile } = useQuery(profileQuery)
  const refused = settings?.mailRefusedAt != null
  if (!settings || !profile || !(refused || (settings.mailsEnded && about === 'all'))) return null
  return (
    <div
      role="status"
      className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warn-border bg-warn-bg px-4 py-3 text-warn"
    >
      <MailX aria-hidden size={20} className="shrink-0" />
      <p className="min-w-48 flex-1 wrap-anywhere">
        {refused ? t('settings.mail.refused', { email: profile.user.email }) : t('settings.mail.ended')}
      </p>
      <span className="flex flex-wrap gap-2">
        {refused && (
          <Link {...faqPath()} className={buttonClass('secondary', 'small')}>
            {t('settings.mail.change')}
          </Link>
        )}
        <Button size="small" write={save} onClick={() => save.mutate({ mailAgain: true })}>
          {t('settings.mail.again')}
        </Button>
      </span>
    </div>
  )
}
