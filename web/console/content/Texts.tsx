import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { maxContentLength, saveText } from '#contract/console/content.ts'
import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { RadioGroup } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { language as reader } from '#web/ui/locale.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { Blocks } from './Blocks.tsx'
import { History } from './History.tsx'
import { NewText } from './NewText.tsx'
import { contentKey, previewQuery, type TextPlace, textQuery, textsQuery } from './queries.ts'

/** The texts of the help and the terms, one at a time, in each language. */
export function Texts(): ReactNode {
  const search = useSearch('/content')
  const navigate = useNavigate()
  const query = useQuery(textsQuery)
  /** What was typed and not published, by text and language: looking at another loses none of it. */
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({})
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-80" />} />
  const { texts } = query.data
  const [kind, name] = (search.text ?? 'terms/terms').split('/')
  const place: TextPlace = {
    kind: kind === 'faq' ? 'faq' : 'terms',
    name: kind === 'faq' && name ? name : 'terms',
    language: search.language !== undefined && isLanguage(search.language) ? search.language : reader,
  }
  const show = (next: Partial<TextPlace>) => {
    const shown = { ...place, ...next }
    const address = { tab: 'texts', text: `${shown.kind}/${shown.name}`, language: shown.language }
    return navigate({ to: '/content', search: address, replace: true })
  }
  const shown = texts.find((one) => one.kind === place.kind && one.name === place.name)
  const named = texts.map((one) => ({ value: `${one.kind}/${one.name}`, label: one.title }))
  const value = `${place.kind}/${place.name}`
  const key = `${value}/${place.language}`
  return (
    <>
      <p className="text-muted">{t('content.texts.lead')}</p>
      <div className="grid items-end gap-4 md:grid-cols-[1fr_2fr]">
        <SelectField
          label={t('content.which')}
          value={value}
          onChange={({ target }) => {
            const [nextKind, nextName = ''] = target.value.split('/')
            void show({ kind: nextKind === 'faq' ? 'faq' : 'terms', name: nextName })
          }}
          choices={shown ? named : [...named, { value, label: place.name }]}
        />
        <div className="overflow-x-auto">
          <RadioGroup<Language>
            legend={t('content.language')}
            name="language"
            value={place.language}
            onChange={(language) => void show({ language })}
            choices={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          />
        </div>
      </div>
      <Editor
        key={key}
        place={place}
        typed={typed[key]}
        onType={(text) => setTyped((all) => ({ ...all, [key]: text }))}
        // What was typed while it was being published is not published yet.
        onPublished={(before) => setTyped((all) => (all[key] === before ? { ...all, [key]: undefined } : all))}
      />
      <NewText onMade={(made) => void show({ kind: 'faq', name: made })} />
    </>
  )
}

type EditorProps = {
  place: TextPlace
  typed: string | undefined
  onType: (text: string) => void
  /** Called with what was typed when the publishing began. */
  onPublished: (typed: string | undefined) => void
}

function Editor({ place, typed, onType, onPublished }: EditorProps) {
  const query = useQuery(textQuery(place))
  const absence = absentStateOf(query)
  const cache = useQueryClient()
  const publish = useMutation({
    mutationFn: async (content: string | null) => {
      await call(saveText, { params: place, body: { content } })
      // Until what is in force now is here, the former text would stand in the place of what was typed.
      await cache.invalidateQueries({ queryKey: [contentKey] })
      onPublished(typed)
    },
  })
  const content = typed ?? query.data?.content ?? ''
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-80" />} />
  const { source, versions } = query.data
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <p className="mb-3 text-sm text-muted">{t(`content.source.${source ?? 'none'}`)}</p>
          <TextArea
            label={t('content.markdown')}
            rows={20}
            maxLength={maxContentLength}
            value={content}
            onChange={({ target }) => onType(target.value)}
          />
          <p className="mt-1 text-sm text-muted">{t(`content.${place.kind}.hint`)}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="primary" write={publish} onClick={() => publish.mutate(content)}>
              {t('content.publish')}
            </Button>
            {source === 'console' && (
              <ConfirmButton
                label={t('content.takeBack')}
                text={t('content.takeBack.text')}
                write={publish}
                onConfirm={() => publish.mutate(null)}
              >
                {t('content.takeBack')}
              </ConfirmButton>
            )}
          </div>
        </Card>
        <Preview content={content} language={place.language} />
      </div>
      <History
        versions={versions}
        write={publish}
        onRestore={({ content: earlier }) => publish.mutate(earlier ?? null)}
      />
    </>
  )
}

function Preview({ content, language }: { content: string; language: Language }) {
  const settled = useDeferredValue(content)
  const { data } = useQuery(previewQuery(settled))
  const blocks = data?.blocks ?? []
  return (
    <Card title={t('content.preview')}>
      {blocks.length === 0 && <p className="text-muted">{t('content.preview.empty')}</p>}
      <div lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className="break-words">
        <Blocks blocks={blocks} />
      </div>
    </Card>
  )
}
