import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type ContentVersion, saveLinks, type showLinks } from '#contract/console/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { History } from './History.tsx'
import { linksQuery, usePublish } from './queries.ts'

type MenuLinks = Reply<typeof showLinks>['links']
const most = 8

/** The links in the portal's menu. */
export function Links(): ReactNode {
  const query = useQuery(linksQuery)
  const absence = absentStateOf(query)
  const publish = usePublish((links: MenuLinks | null) => call(saveLinks, { body: { links } }))
  const { shown, ...editing } = useShownVersion(query.data)
  if (absence || !query.data || !shown)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-60" />} />
  const { source, versions } = query.data
  const restore = ({ content }: Pick<ContentVersion, 'id'> & { content?: string | null }) =>
    publish.mutate(content ? (JSON.parse(content) as MenuLinks) : null, { onSuccess: editing.sent() })
  return (
    <>
      <Card>
        <p className="mb-4 text-muted">
          {t('content.links.lead')} {t(`content.source.${source}`)}
        </p>
        <LinksForm
          key={`${shown.versions[0]?.id} ${JSON.stringify(shown.links)}`}
          links={shown.links}
          editing={editing}
          send={publish.mutateAsync}
        />
        {source === 'console' && (
          <div className="mt-4">
            <ConfirmButton
              label={t('content.takeBack')}
              text={t('content.takeBack.text')}
              write={publish}
              onConfirm={() => publish.mutate(null, { onSuccess: editing.sent() })}
            >
              {t('content.takeBack')}
            </ConfirmButton>
          </div>
        )}
      </Card>
      <History versions={versions} write={publish} onRestore={restore} />
    </>
  )
}

type LinksFormProps = { links: MenuLinks; editing: Editing; send: (links: MenuLinks) => Promise<unknown> }

function LinksForm({ links, editing, send }: LinksFormProps) {
  const [rows] = useState(Math.min(most, links.length + 2))
  const numbers = Array.from({ length: rows }, (_, index) => index)
  /** The rows that were sent: the server counts these, without the empty ones between them. */
  const sentRows = useRef<readonly number[]>([])
  const form = useForm({
    fields: numbers.flatMap((index) => [`links.${index}.label`, `links.${index}.url`]),
    faultsOf: (error, fields) => {
      const faults = Object.entries(formFaults(error, fields))
      const inRow = (_: string, sent: string) => `links.${sentRows.current[Number(sent)]}.`
      return Object.fromEntries(faults.map(([field, fault]) => [field.replace(/^links\.(\d+)\./, inRow), fault]))
    },
    send: async (data) => {
      const inForce = editing.sent()
      const typed = (index: number, part: 'label' | 'url') => fieldText(data, `links.${index}.${part}`).trim()
      const filled = numbers.filter((index) => typed(index, 'label') || typed(index, 'url'))
      sentRows.current = filled
      await send(filled.map((index) => ({ label: typed(index, 'label'), url: typed(index, 'url') })))
      inForce()
    },
  })
  return (
    <form ref={form.ref} noValidate onInput={editing.edited} onSubmit={form.submit} className="flex flex-col gap-4">
      {numbers.map((index) => (
        <div key={index} className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('content.links.label', { number: String(index + 1) })}
            name={`links.${index}.label`}
            maxLength={40}
            defaultValue={links[index]?.label ?? ''}
            error={form.faults[`links.${index}.label`]}
          />
          <TextField
            label={t('content.links.url', { number: String(index + 1) })}
            name={`links.${index}.url`}
            dir="ltr"
            maxLength={500}
            defaultValue={links[index]?.url ?? ''}
            error={form.faults[`links.${index}.url`]}
          />
        </div>
      ))}
      <p className="text-sm text-muted">{t('content.links.hint')}</p>
      {form.faults.form && (
        <p role="alert" className="text-bad">
          {form.faults.form}
        </p>
      )}
      <Button type="submit" variant="primary" write={form} className="self-start">
        {t('content.publish')}
      </Button>
    </form>
  )
}
