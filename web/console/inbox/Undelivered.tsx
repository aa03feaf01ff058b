import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { dismissUndeliveredAnswer, type InboxRequest, mailAnswerAgain } from '#contract/console/inbox.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { requestQuery } from './queries.ts'

/** To whom the mail of an answer did not arrive and why, with what can be done about it. */
export function Undelivered({ request: { id, undelivered } }: { request: InboxRequest }): ReactNode {
  const cache = useQueryClient()
  const mayWrite = useMay('requests.write')
  const act = useMutation({
    mutationFn: (endpoint: typeof mailAnswerAgain | typeof dismissUndeliveredAnswer) =>
      call(endpoint, { params: { id } }),
    onSuccess: (changed) => cache.setQueryData(requestQuery(id).queryKey, changed),
    onSettled: () => cache.invalidateQueries({ queryKey: ['inbox'] }),
  })
  if (undelivered.length === 0) return null
  return (
    <section
      aria-label={t('console.undelivered')}
      className="rounded-card border border-bad-border bg-bad-bg p-4 text-bad sm:p-5"
    >
      <ul className="flex flex-col gap-3">
        {undelivered.map(({ userId, email, reason, at }) => (
          <li key={userId}>
            <p className="flex items-start gap-2 font-medium">
              <MailX aria-hidden size={18} className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{t('console.undelivered.to', { email })}</span>
            </p>
            <p className="mt-0.5 ps-6.5 text-sm wrap-anywhere">
              <bdi dir="ltr">{reason}</bdi> · <time dateTime={at}>{formatDateExactly(at)}</time>
            </p>
            <p className="ps-6.5 text-sm">
              <Link
                to="/people/$id"
                params={{ id: userId }}
                className="inline-flex min-h-8 items-center underline underline-offset-4 pointer-coarse:min-h-10"
              >
                {t('console.undelivered.address')}
              </Link>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">{t('console.undelivered.text')}</p>
      {mayWrite && (
        <div className="mt-3 flex flex-wrap gap-2 text-text">
          <Button size="small" write={act} onClick={() => act.mutate(mailAnswerAgain)}>
            {t('console.undelivered.again')}
          </Button>
          <Button size="small" write={act} onClick={() => act.mutate(dismissUndeliveredAnswer)}>
            {t('console.undelivered.dismiss')}
          </Button>
        </div>
      )}
    </section>
  )
}
