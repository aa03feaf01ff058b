import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { dismissAnnouncement, listAnnouncements } from '#contract/announcements/endpoints.ts'
import { call } from '#web/api/call.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { AnnouncementText } from './AnnouncementText.tsx'

const queryKey = ['announcements']

/** What the supplier announces to whoever is signed in; loaded only when there is something. */
export function Announcements(): ReactNode {
  const cache = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(listAnnouncements, { signal }) })
  const dismiss = useMutation({
    mutationFn: (id: string) => call(dismissAnnouncement, { params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
  const announcements = data?.announcements ?? []
  if (announcements.length === 0) return null
  return (
    <section aria-label={t('announcements.title')} className="no-print mb-4 flex flex-col gap-2">
      {announcements.map((announcement) => {
        const { id, text, dismissible } = announcement
        return (
          <div
            key={id}
            className="flex flex-wrap items-start gap-3 rounded-card border border-info-border bg-info-bg py-2 ps-4 pe-2"
          >
            <AnnouncementText announcement={announcement} />
            {dismissible && (
              <IconButton
                label={t('announcements.dismiss', { text: text.slice(0, 60) })}
                disabled={dismiss.isPending}
                onClick={() => dismiss.mutate(id)}
              >
                <X aria-hidden size={16} />
              </IconButton>
            )}
            <WriteFault of={dismiss.variables === id ? dismiss : undefined} />
          </div>
        )
      })}
    </section>
  )
}
