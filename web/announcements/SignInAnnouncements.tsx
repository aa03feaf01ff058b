import { type ReactNode, useEffect, useState } from 'react'
import { type Announcement, listSignInAnnouncements } from '#contract/announcements/endpoints.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/ui/text.ts'
import { AnnouncementText } from './AnnouncementText.tsx'

/** What the supplier announces to strangers; loaded only when there is something. */
export function SignInAnnouncements(): ReactNode {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([])
  useEffect(() => {
    call(listSignInAnnouncements, {}).then(
      (reply) => setAnnouncements(reply.announcements),
      // Without it people sign in as ever.
      () => undefined,
    )
  }, [])
  if (announcements.length === 0) return null
  return (
    <section
      aria-label={t('announcements.title')}
      className="mx-auto mt-4 flex w-[calc(100%-2rem)] max-w-[420px] flex-col gap-2 rounded-card border border-info-border bg-info-bg px-4 py-2"
    >
      {announcements.map((announcement) => (
        <AnnouncementText key={announcement.id} announcement={announcement} />
      ))}
    </section>
  )
}
