import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { maxMessageLength, writeToSupport } from '../../contract/faq.ts'
import { isDocumentType } from '../../contract/values.ts'
import { call } from '../api/call.ts'
import { profileQuery } from '../api/viewer.ts'
import { faqPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FilterChip } from '../ui/Chips.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { label, t } from '../ui/text.ts'

/** A form for a message to the supplier; `about` names the document it was opened from, as in orders/SO-1. */
export function ContactCard({ about }: { about: string | undefined }) {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<string>()
  const document = documentOf(about)
  const send = useMutation({
    mutationFn: (text: string) => call(writeToSupport, { body: { text, ...(document ? { document } : {}) } }),
    onSuccess: () => form.current?.reset(),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    setFault(text === '' ? t('contact.empty') : undefined)
    if (text === '') event.currentTarget.querySelector('textarea')?.focus()
    else if (!send.isPending) send.mutate(text)
  }
  return (
    <Card title={t('contact.title')}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        {profile && <p className="text-muted">{t('contact.text', { email: profile.user.email })}</p>}
        {document && (
          <FilterChip onRemove={() => void navigate({ ...faqPath(), replace: true })}>
            {t('contact.about', { what: `${label(`type.${document.type}.one`)} ${document.number}` })}
          </FilterChip>
        )}
        <TextArea name="text" label={t('contact.message')} rows={5} maxLength={maxMessageLength} error={fault} />
        <Button type="submit" variant="primary" pending={send.isPending}>
          <Send aria-hidden size={16} className="directional" />
          {t('contact.send')}
        </Button>
      </form>
    </Card>
  )
}

function documentOf(about: string | undefined) {
  const slash = about?.indexOf('/') ?? -1
  const type = about?.slice(0, slash) ?? ''
  return about && isDocumentType(type) ? { type, number: about.slice(slash + 1) } : undefined
}
