import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import {
  type AnswerTemplate,
  addAnswerTemplate,
  changeAnswerTemplate,
  templatePlaceholders,
} from '#contract/console/answer-templates.ts'
import { languages } from '#contract/languages.ts'
import { maxMessageLength } from '#contract/requests/conversation-rules.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { createRequestKey } from '#web/api/request-key.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { language as reader } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { FormEnd } from './FormEnd.tsx'
import { useFocusFirstField } from './focus-first-field.ts'
import { contentKey } from './queries.ts'

/** The reader's own language first: it is the one that they can write. */
const inOrder = [reader, ...languages.filter((one) => one !== reader)]
const later = 'today+3'

function contentOf(data: FormData) {
  const texts = languages.flatMap((language) => {
    const text = fieldText(data, `texts.${language}`).trim()
    return text === '' ? [] : [[language, text] as const]
  })
  return { title: fieldText(data, 'title').trim(), texts: Object.fromEntries(texts) }
}

type FormProps = { template: AnswerTemplate | undefined; onDone: () => void }

/** Writes a template in some languages, or changes one. */
export function TemplateForm({ template, onDone }: FormProps): ReactNode {
  const cache = useQueryClient()
  /** Of a new one: saved a second time, because no answer came, it is the same. */
  const [id] = useState(createRequestKey)
  /** The text in which the cursor was last: placeholders are put there. */
  const written = useRef<HTMLTextAreaElement>(null)
  const first = `texts.${reader}`
  const form = useForm({
    fields: ['title', 'texts', ...languages.map((language) => `texts.${language}`)],
    inputOf: (field) => (field === 'texts' ? first : field),
    faultsOf: formFaults,
    check: (data) => (fieldText(data, 'title').trim() === '' ? { title: t('auth.missing') } : {}),
    send: async (data) => {
      const body = contentOf(data)
      if (template) await call(changeAnswerTemplate, { params: { id: template.id }, body })
      else await call(addAnswerTemplate, { body: { ...body, id } })
      await cache.invalidateQueries({ queryKey: [contentKey] })
      onDone()
    },
  })
  const insert = (placeholder: string) => {
    const field = written.current ?? form.ref.current?.querySelector('textarea')
    field?.setRangeText(`{${placeholder}}`, field.selectionStart, field.selectionEnd, 'end')
    field?.focus()
  }
  useFocusFirstField(form.ref)
  const { faults } = form
  return (
    <Card title={t(template ? 'content.template.edit' : 'content.template.new')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          className="md:col-span-2"
          label={t('content.template.title')}
          name="title"
          autoComplete="off"
          maxLength={80}
          hint={t('content.template.title.hint')}
          defaultValue={template?.title ?? ''}
          error={faults.title}
        />
        <div className="flex flex-wrap items-center gap-2 md:col-span-2">
          <span className="text-sm text-muted">{t('content.template.placeholders')}</span>
          {[...templatePlaceholders, later].map((placeholder) => (
            <Button key={placeholder} size="small" onClick={() => insert(placeholder)}>
              {placeholder === later
                ? t('content.placeholder.later', { days: 3 })
                : t(`content.placeholder.${placeholder as (typeof templatePlaceholders)[number]}`)}
            </Button>
          ))}
        </div>
        {inOrder.map((language) => (
          <TextArea
            key={language}
            className={language === reader ? 'md:col-span-2' : ''}
            label={t('content.text.in', { language: languageNames[language] })}
            name={`texts.${language}`}
            lang={language}
            rows={language === reader ? 6 : 4}
            maxLength={maxMessageLength}
            defaultValue={template?.texts[language] ?? ''}
            error={faults[`texts.${language}`] ?? (language === reader ? faults.texts : undefined)}
            onFocus={({ target }) => {
              written.current = target
            }}
          />
        ))}
        <p className="text-sm text-muted md:col-span-2">{t('content.template.hint')}</p>
        <FormEnd fault={faults.form} submit={t('content.template.save')} write={form} onCancel={onDone} />
      </form>
    </Card>
  )
}
