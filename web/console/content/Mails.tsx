import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sendExampleMail, showMailPage } from '#contract/console/content.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { type Language, languages } from '#contract/languages.ts'
import type { MailKind } from '#contract/mail.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { language as reader } from '#web/ui/locale.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { mailQuery, mailsQuery, usePublish } from './queries.ts'

/** The mails as they leave, with example values. */
export function Mails(): ReactNode {
  const query = useQuery(mailsQuery)
  const [kind, setKind] = useState<MailKind>('invitation')
  const [language, setLanguage] = useState<Language>(reader)
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-60" />} />
  const { mails } = query.data
  return (
    <>
      <p className="text-muted">{t('content.mails.lead')}</p>
      <div className="grid items-end gap-4 md:grid-cols-[2fr_1fr]">
        <SelectField
          label={t('content.mail')}
          value={kind}
          onChange={({ target }) => setKind(mails.find((mail) => mail.kind === target.value)?.kind ?? kind)}
          choices={mails.map((mail) => ({ value: mail.kind, label: mail.subject }))}
        />
        <SelectField
          label={t('content.language')}
          value={language}
          onChange={({ target }) => setLanguage(languages.find((one) => one === target.value) ?? language)}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </div>
      <Mail kind={kind} language={language} />
    </>
  )
}

function Mail({ kind, language }: { kind: MailKind; language: Language }) {
  const query = useQuery(mailQuery(kind, language))
  const send = usePublish(() => call(sendExampleMail, { params: { kind }, body: { language } }))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-60" />} />
  const { subject, text } = query.data
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return (
    <Card title={t('content.mail.plain')}>
      <div lang={language} dir={direction}>
        <p className="font-semibold wrap-anywhere">{subject}</p>
        <p className="mt-3 wrap-anywhere whitespace-pre-wrap">{text}</p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button write={send} onClick={() => send.mutate(undefined)}>
          {t('content.mail.send')}
        </Button>
        <a
          href={`/api${pathWithQuery(showMailPage, { kind }, { language })}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass()}
        >
          {t('content.mail.html')}
          <ExternalLink aria-hidden size={16} className="ms-2 text-muted" />
        </a>
      </div>
    </Card>
  )
}
