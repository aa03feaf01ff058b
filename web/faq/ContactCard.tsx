import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import { maxMessageLength, writeToSupport } from '#contract/faq.ts'
import { isDocumentType } from '#contract/values.ts'
import { call } from '../api/call.ts'
import { type Draft, withKey } from '../api/drafts.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { profileQuery } from '../api/viewer.ts'
import { faqPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FilterChip } from '../ui/fields/FilterChip.tsx'
import { resetUnlessChanged } from '../ui/fields/reset-form.ts'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { label, t } from '../ui/text.ts'

/** A form for a message to the supplier; `about` names the document it was opened from, as in orders/SO-1. */
export function ContactCard({ about }: { about: string | undefined }) {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const document = documentOf(about)
  const sent = useRef<Draft['sent']>(undefined)
  const send = useMutation({
    mutationFn: (text: string) => {
      // The same key again after a lost reply: the supplier gets one mail.
      sent.current = withKey({ text: `${about ?? ''} ${text}`, sent: sent.current }).sent
      return call(writeToSupport, { body: { key: sent.current.key, text, ...(document ? { document } : {}) } })
    },
    onSuccess: () => {
      sent.current = undefined
    },
  })
  const form = useForm({
    fields: ['text'],
    check: (data) => (fieldText(data, 'text').trim() === '' ? { text: t('contact.empty') } : {}),
    send: async (data) => {
      await send.mutateAsync(fieldText(data, 'text').trim())
      resetUnlessChanged(form.ref.current, data)
    },
    faultsOf: fieldFaults,
  })
  return (
    <Card title={t('contact.title')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        {profile && <p className="text-muted">{t('contact.text', { email: profile.user.email })}</p>}
        {document && (
          <FilterChip onRemove={() => void navigate({ ...faqPath(), replace: true })}>
            {t('contact.about', { what: `${label(`type.${document.type}.one`)} ${document.number}` })}
          </FilterChip>
        )}
        <TextArea
          name="text"
          label={t('contact.message')}
          rows={5}
          maxLength={maxMessageLength}
          error={form.faults.text}
        />
        <Button type="submit" variant="primary" write={form}>
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
