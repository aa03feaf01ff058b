import type { ReactNode } from 'react'
import type { Announcement } from '#contract/announcements/endpoints.ts'
import { t } from '#web/ui/text.ts'

/** The text of an announcement with its link. It is text alone: nothing in it can be markup. */
export function AnnouncementText({
  announcement: { text, language, link },
}: {
  announcement: Announcement
}): ReactNode {
  const outside = link?.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
      <span lang={language} dir="auto" className="whitespace-pre-line">
        {text}
      </span>
      {link !== null && (
        <>
          {' '}
          <a href={link} {...outside} className="font-medium underline underline-offset-4">
            {t('announcements.more')}
          </a>
        </>
      )}
    </p>
  )
}
