import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { listColleagues } from '#contract/requests/conversation.ts'
import { colleagueName } from '#contract/requests/mentions.ts'
import { call } from '#web/api/call.ts'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'

/** The colleagues who may see a quote and its prices, to choose whom to ask. */
export function ColleagueChoice({ name, error }: { name: string; error: string | undefined }): ReactNode {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['requests', 'colleagues', 'approvers'],
    queryFn: ({ signal }) => call(listColleagues, { query: { type: 'quotes', prices: 'true' }, signal }),
    staleTime: 60_000,
  })
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1.5 text-sm font-medium">{t('approval.who')}</legend>
      {!data && <Skeleton className="h-10 w-full" />}
      {data?.colleagues.length === 0 && <p className="text-muted">{t('approval.nobody')}</p>}
      <ul className="flex flex-col">
        {data?.colleagues.map((colleague) => (
          <li key={colleague.id}>
            <CheckField name={name} value={colleague.id} label={colleagueName(colleague)} />
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={id} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
