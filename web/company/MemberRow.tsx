import type { ReactNode } from 'react'
import { changeMember, type Members, removeMember } from '#contract/company/endpoints.ts'
import { call } from '../api/call.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { formatDate } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'
import { useMemberChange } from './queries.ts'
import { roleChoices } from './roles.ts'

type Member = Members['members'][number]

/** A member of the account, with their role. Nobody can change their own role, so that nobody locks themselves out. */
export function MemberRow({ member }: { member: Member }): ReactNode {
  const { id, name, email, self } = member
  const change = useMemberChange((role: string) => call(changeMember, { params: { id }, body: { role } }))
  const remove = useMemberChange(() => call(removeMember, { params: { id } }))
  const since = t('company.member.since', { date: formatDate(member.since) })
  const seen = member.lastSeenAt
    ? t('company.member.seen', { date: formatDate(member.lastSeenAt) })
    : t('company.member.unseen')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {self && <StatusChip tone="info">{t('company.member.you')}</StatusChip>}
        </p>
        <p className="text-sm break-words text-muted">{email}</p>
        <p className="text-sm text-muted">
          {since} · {seen}
        </p>
      </div>
      <SelectField
        label={t('company.member.role', { name })}
        labelHidden
        choices={roleChoices()}
        value={change.isPending ? change.variables : member.role}
        disabled={self}
        onChange={(event) => change.mutate(event.target.value)}
        className="w-40"
      />
      <WriteFault of={change} />
      {!self && (
        <ConfirmButton
          label={t('company.member.remove', { name })}
          text={t('company.member.remove.text')}
          write={remove}
          onConfirm={() => remove.mutate(undefined)}
        >
          {t('company.member.remove.short')}
        </ConfirmButton>
      )}
    </li>
  )
}
