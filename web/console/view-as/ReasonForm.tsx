import type { ReactNode } from 'react'
import {
  type CurrentViewing,
  maxReasonLength,
  type StartedViewing,
  startViewing,
  type ViewablePerson,
  viewingKey,
  viewingMinutes,
  viewingPath,
} from '#contract/console/viewing.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatTime } from '#web/ui/format-details.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'

/** Begins to see the portal as a person, once the reason is given. */
export function ReasonForm({ person, text }: { person: ViewablePerson; text: string | undefined }): ReactNode {
  const { id, name, email, account } = person
  const form = useForm({
    fields: ['reason'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['reason']),
    send: async (data) => {
      const body = { person: id, account: account.number, reason: fieldText(data, 'reason').trim() }
      leaveTo(await call(startViewing, { body }))
    },
  })
  return (
    <Card title={t('viewAs.chosen', { name, account: account.name })}>
      <p className="text-sm wrap-anywhere text-muted">
        <bdi>{email}</bdi> · <bdi>{account.number}</bdi>
      </p>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-4">
        <TextField
          label={t('viewAs.reason')}
          hint={t('viewAs.reason.hint')}
          name="reason"
          maxLength={maxReasonLength}
          autoComplete="off"
          autoFocus
          error={form.faults.reason ?? form.faults.form}
        />
        <p className="text-sm text-muted">{t('viewAs.rules', { minutes: viewingMinutes })}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" write={form}>
            {t('viewAs.start')}
          </Button>
          <Link to="/view-as" search={{ text }} className={buttonClass('quiet')}>
            {t('viewAs.other')}
          </Link>
        </div>
      </form>
    </Card>
  )
}

/** Opens the portal in this tab, whose storage no other has. */
function leaveTo({ id, token, until, person, account }: StartedViewing): void {
  const { lang, dir } = document.documentElement
  const viewing: CurrentViewing = {
    ...{ id, token, until, language: lang, direction: dir },
    words: {
      title: t('console.viewAs'),
      seen: t('viewAs.seen', { person, account: account.name, time: formatTime(until) }),
      end: t('viewAs.end'),
      ended: t('viewAs.ended', { person, account: account.name }),
      back: t('viewAs.back'),
    },
  }
  sessionStorage.setItem(viewingKey, JSON.stringify(viewing))
  location.assign(`${viewingPath}/`)
}
