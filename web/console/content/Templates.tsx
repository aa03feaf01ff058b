import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerTemplate, changeAnswerTemplate, deleteAnswerTemplate } from '#contract/console/answer-templates.ts'
import { isLanguage } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { History } from './History.tsx'
import { templatesQuery, templateVersionsQuery, usePublish } from './queries.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** What stands in the form: a new one, one of the list, or nothing. */
type Edited = 'new' | AnswerTemplate | undefined

/** The texts that staff keep ready for answers to requests. */
export function Templates(): ReactNode {
  const query = useQuery(templatesQuery)
  const [edited, setEdited] = useState<Edited>()
  const absence = absentStateOf(query)
  const templates = query.data?.templates ?? []
  const close = () => setEdited(undefined)
  return (
    <>
      <p className="text-muted">{t('content.templates.lead')}</p>
      {edited === undefined && (
        <Button variant="primary" className="self-start" onClick={() => setEdited('new')}>
          {t('content.template.new')}
        </Button>
      )}
      {edited === 'new' && <TemplateForm key="new" template={undefined} onDone={close} />}
      {edited !== undefined && edited !== 'new' && (
        <>
          <TemplateForm key={edited.id} template={edited} onDone={close} />
          <Versions id={edited.id} onDone={close} />
        </>
      )}
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-40" />} />}
      {query.data && templates.length === 0 && (
        <EmptyState icon={MessageSquareText} title={t('content.templates.none')} />
      )}
      {templates.length > 0 && (
        <Card padded={false}>
          <ul>
            {templates.map((template) => (
              <Entry
                key={template.id}
                template={template}
                // What stands in the form would be lost.
                onEdit={edited === undefined ? () => setEdited(template) : undefined}
                onDeleted={() => setEdited((now) => (now !== 'new' && now?.id === template.id ? undefined : now))}
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type EntryProps = { template: AnswerTemplate; onEdit: (() => void) | undefined; onDeleted: () => void }

function Entry({ template: { id, title, texts }, onEdit, onDeleted }: EntryProps) {
  const remove = usePublish(async () => {
    await call(deleteAnswerTemplate, { params: { id } })
    onDeleted()
  })
  const [first = ''] = [texts[document.documentElement.lang], ...Object.values(texts)].filter(Boolean)
  return (
    <li className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
        {first}
      </p>
      <p className="mt-1 text-sm text-muted">
        {Object.keys(texts)
          .flatMap((language) => (isLanguage(language) ? [languageNames[language]] : []))
          .join(' · ')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {onEdit && (
          <Button size="small" aria-label={t('content.template.edit.name', { title })} onClick={onEdit}>
            {t('content.change')}
          </Button>
        )}
        <ConfirmButton
          label={t('content.template.delete.name', { title })}
          text={t('content.template.delete.text')}
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
        >
          {t('content.template.delete')}
        </ConfirmButton>
      </div>
    </li>
  )
}

function Versions({ id, onDone }: { id: string; onDone: () => void }) {
  const { data } = useQuery(templateVersionsQuery(id))
  const restore = usePublish(async (content: string) => {
    await call(changeAnswerTemplate, { params: { id }, body: JSON.parse(content) })
    onDone()
  })
  if (!data) return null
  return (
    <History versions={data.versions} write={restore} onRestore={({ content }) => content && restore.mutate(content)} />
  )
}
