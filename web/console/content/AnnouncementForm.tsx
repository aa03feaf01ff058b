import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type AnnouncementEntry,
  addAnnouncement,
  changeAnnouncement,
  maxAnnouncementLength,
} from '#contract/console/content.ts'
import type { Body } from '#contract/endpoint.ts'
import { languages } from '#contract/languages.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { accountNumbersIn } from '#contract/values/account-numbers.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { createRequestKey } from '#web/api/request-key.ts'
import { formFaults } from '#web/auth/form.ts'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { language as reader } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { FormEnd } from './FormEnd.tsx'
import { useFocusFirstField } from './focus-first-field.ts'
import { announcementsQuery } from './queries.ts'

const roleNames = Object.keys(roles) as Role[]

/** The name of a customer's role. */
export const roleName = (role: string): string => t(`profile.role.${role as Role}`)

/** The reader's own language first: it is the one that they can write. */
const inOrder = [reader, ...languages.filter((one) => one !== reader)]

/** A moment as the browser's own field has it, in the time zone of whoever types. */
function localTime(instant: string | null): string {
  if (instant === null) return ''
  const moment = new Date(instant)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const instantOf = (local: string) => new Date(local).toISOString()

function contentOf(data: FormData): Body<typeof changeAnnouncement> {
  const texts = languages.flatMap((language) => {
    const text = fieldText(data, `texts.${language}`).trim()
    return text === '' ? [] : [[language, text] as const]
  })
  const [from, to] = [fieldText(data, 'startsAt'), fieldText(data, 'endsAt')]
  return {
    texts: Object.fromEntries(texts),
    link: fieldText(data, 'link').trim() || null,
    place: fieldText(data, 'place') === 'signIn' ? 'signIn' : 'portal',
    accounts: accountNumbersIn(fieldText(data, 'accounts')),
    roles: roleNames.filter((role) => data.getAll('roles').includes(role)),
    dismissible: data.has('dismissible'),
    startsAt: from === '' ? new Date().toISOString() : instantOf(from),
    endsAt: to === '' ? null : instantOf(to),
  }
}

type FormProps = { announcement: AnnouncementEntry | undefined; onDone: () => void }

/** Writes an announcement, or changes one. */
export function AnnouncementForm({ announcement, onDone }: FormProps): ReactNode {
  const cache = useQueryClient()
  /** Of a new one: published a second time, because no answer came, it is the same. */
  const [id] = useState(createRequestKey)
  const first = `texts.${reader}`
  const form = useForm({
    fields: ['texts', 'link', 'place', 'accounts', 'startsAt', 'endsAt'],
    inputOf: (field) => (field === 'texts' ? first : field),
    faultsOf: formFaults,
    send: async (data) => {
      const body = contentOf(data)
      if (announcement) await call(changeAnnouncement, { params: { id: announcement.id }, body })
      else await call(addAnnouncement, { body: { ...body, id } })
      await cache.invalidateQueries({ queryKey: announcementsQuery.queryKey })
      onDone()
    },
  })
  useFocusFirstField(form.ref)
  const { faults } = form
  const chosen: readonly string[] = announcement?.roles ?? []
  const [own, ...others] = inOrder.map((language) => (
    <TextArea
      key={language}
      label={t('content.text.in', { language: languageNames[language] })}
      name={`texts.${language}`}
      rows={2}
      maxLength={maxAnnouncementLength}
      defaultValue={announcement?.texts[language] ?? ''}
      error={language === reader ? faults.texts : undefined}
    />
  ))
  return (
    <Card title={t(announcement ? 'content.change' : 'content.announce')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid items-start gap-4 md:grid-cols-2">
        <div className="md:col-span-2">{own}</div>
        <p className="text-sm text-muted md:col-span-2">{t('content.text.hint')}</p>
        {others}
        <TextField
          className="md:col-start-1"
          label={t('content.link')}
          name="link"
          dir="ltr"
          maxLength={500}
          hint={t('content.link.hint')}
          defaultValue={announcement?.link ?? ''}
          error={faults.link}
        />
        <div>
          <SelectField
            label={t('content.place')}
            name="place"
            defaultValue={announcement?.place ?? 'portal'}
            choices={(['portal', 'signIn'] as const).map((value) => ({ value, label: t(`content.place.${value}`) }))}
          />
          {faults.place && (
            <p role="alert" className="mt-1 text-sm text-bad">
              {faults.place}
            </p>
          )}
        </div>
        <TextField
          label={t('content.accounts')}
          name="accounts"
          autoComplete="off"
          hint={t('content.accounts.hint')}
          defaultValue={announcement?.accounts.join(', ') ?? ''}
          error={faults.accounts}
        />
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="mb-1.5 text-sm font-medium">{t('content.roles')}</legend>
          {roleNames.map((role) => (
            <CheckField
              key={role}
              label={roleName(role)}
              name="roles"
              value={role}
              defaultChecked={chosen.includes(role)}
            />
          ))}
          <p className="w-full text-sm text-muted">{t('content.roles.hint')}</p>
        </fieldset>
        <TextField
          type="datetime-local"
          label={t('content.from')}
          name="startsAt"
          defaultValue={localTime(announcement?.startsAt ?? new Date().toISOString())}
          error={faults.startsAt}
        />
        <TextField
          type="datetime-local"
          label={t('content.to')}
          name="endsAt"
          hint={t('content.to.hint')}
          defaultValue={localTime(announcement?.endsAt ?? null)}
          error={faults.endsAt}
        />
        <CheckField
          label={t('content.dismissible')}
          name="dismissible"
          defaultChecked={announcement?.dismissible ?? true}
        />
        <FormEnd fault={faults.form} submit={t('content.publish')} write={form} onCancel={onDone} />
      </form>
    </Card>
  )
}
