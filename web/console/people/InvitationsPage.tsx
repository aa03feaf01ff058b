import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, FileUp, MailPlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  type InvitationRow,
  mostInvitations,
  previewInvitations,
  sendInvitations,
} from '#contract/console/invitations.ts'
import type { Reply } from '#contract/endpoint.ts'
import { isLanguage } from '#contract/languages.ts'
import { isRole } from '#contract/permissions.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { formFaults } from '#web/auth/form.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Cell, HeadCell, Row } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { Text } from '#web/ui/Values.tsx'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'

type Preview = Reply<typeof previewInvitations> & { text: string }

/** Invites many at once: a list is pasted or chosen as a file, looked at row by row, and sent. */
export function InvitationsPage(): ReactNode {
  const invites = useMay('people.write')
  const [preview, setPreview] = useState<Preview>()
  if (!invites) return <EmptyState icon={MailPlus} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto w-full max-w-5xl p-4 md:p-6">
      <Link
        to="/customers"
        search={{}}
        className="mb-2 inline-flex min-h-10 items-center gap-2 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('customers.title')}
      </Link>
      <PageHeader title={t('customers.inviteMany')} lead={t('persons.list.lead')} />
      <div className="flex flex-col gap-5">
        <ListForm onPreview={setPreview} />
        {preview && <Previewed key={preview.text} preview={preview} onSent={() => setPreview(undefined)} />}
      </div>
    </div>
  )
}

function ListForm({ onPreview }: { onPreview: (preview: Preview | undefined) => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useForm({
    fields: ['text'],
    faultsOf: formFaults,
    check: (data) => (fieldText(data, 'text').trim() === '' ? { text: t('persons.list.missing') } : {}),
    send: async (data) => {
      const text = fieldText(data, 'text')
      onPreview(undefined)
      onPreview({ ...(await call(previewInvitations, { body: { text } })), text })
    },
  })
  return (
    <Card>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
        <TextArea
          ref={field}
          name="text"
          label={t('persons.list.label')}
          rows={8}
          maxLength={400_000}
          placeholder={'account;email;name;role;language\nC-1001;ann@example.com;Ann Example;buyer;en'}
          error={form.faults.text ?? form.faults.form}
        />
        <p className="text-sm text-muted">{t('persons.list.hint', { count: mostInvitations })}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" write={form}>
            {t('persons.list.preview')}
          </Button>
          <label>
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={async ({ target }) => {
                const [file] = target.files ?? []
                if (!file || !field.current) return
                field.current.value = decoded(await file.arrayBuffer())
                target.value = ''
                form.ref.current?.requestSubmit()
              }}
              className="peer sr-only"
            />
            <span className="inline-flex h-9 cursor-pointer items-center gap-2 rounded-control border border-control bg-raised px-3 font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus pointer-coarse:h-10">
              <FileUp aria-hidden size={16} className="text-muted" />
              {t('persons.list.file')}
            </span>
          </label>
        </div>
      </form>
    </Card>
  )
}

/** The text of a file: UTF-8, or what older spreadsheets write. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function Previewed({ preview, onSent }: { preview: Preview; onSent: () => void }) {
  const cache = useQueryClient()
  const { rows, more, text } = preview
  const good = rows.filter(({ fault }) => fault === null).length
  const send = useMutation({
    mutationFn: () => call(sendInvitations, { body: { text } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['customers'] }),
  })
  if (send.data)
    return (
      <Card>
        <EmptyState icon={MailPlus} title={t('persons.list.sent', { count: send.data.sent })}>
          <Button onClick={onSent}>{t('persons.list.another')}</Button>
        </EmptyState>
      </Card>
    )
  return (
    <Card
      title={t('persons.list.rows')}
      padded={false}
      action={
        <Button variant="primary" disabled={good === 0} write={send} onClick={() => send.mutate()}>
          {t('persons.list.send', { count: good })}
        </Button>
      }
    >
      <p className="px-4 pb-3 text-sm text-muted sm:px-5">
        {t('persons.list.counts', { good, bad: rows.length - good })}
        {more && ` ${t('persons.list.tooMany', { count: mostInvitations })}`}
      </p>
      <section
        aria-label={t('persons.list.label')}
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto border-t border-border"
      >
        <table className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              <HeadCell>{t('persons.list.line')}</HeadCell>
              <HeadCell>{t('persons.list.result')}</HeadCell>
              <HeadCell>{t('customers.customer')}</HeadCell>
              <HeadCell>{t('login.email')}</HeadCell>
              <HeadCell>{t('customers.name')}</HeadCell>
              <HeadCell>{t('console.role')}</HeadCell>
              <HeadCell>{t('customers.language')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ListedRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

function ListedRow({ row }: { row: InvitationRow }) {
  const { line, account, accountName, email, name, role, language, fault } = row
  const isDone = fault === 'member' || fault === 'invited' || fault === 'repeated'
  return (
    <Row>
      <Cell className="tabular text-muted">{line}</Cell>
      <Cell className="whitespace-nowrap">
        <StatusChip tone={fault === null ? 'good' : isDone ? 'neutral' : 'bad'}>
          {t(`persons.fault.${fault ?? 'none'}`)}
        </StatusChip>
      </Cell>
      <Cell>
        <Text>{accountName === null ? account : `${accountName} (${account})`}</Text>
      </Cell>
      <Cell>
        <Text>{email}</Text>
      </Cell>
      <Cell>
        <Text>{name}</Text>
      </Cell>
      <Cell>{isRole(role) ? t(`profile.role.${role}`) : <bdi>{role}</bdi>}</Cell>
      <Cell>
        {isLanguage(language.toLowerCase()) ? languageNames[language.toLowerCase() as 'en'] : <Text>{language}</Text>}
      </Cell>
    </Row>
  )
}
