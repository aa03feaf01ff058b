import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type BrandChoice, restoreBrand, saveBrand } from '#contract/console/brand.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { call } from '#web/console/call.ts'
import { useShownVersion } from '#web/console/shown-version.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { History } from '../History.tsx'
import { brandQuery } from '../queries.ts'
import { BrandForm } from './BrandForm.tsx'
import { usePublishBrand } from './use-publish-brand.ts'

/** The portal's name, colour and logo, as pages, mails and papers show them. */
export function Brand(): ReactNode {
  const query = useQuery(brandQuery)
  const absence = absentStateOf(query)
  const publish = usePublishBrand((choice: BrandChoice) => call(saveBrand, { body: choice }))
  const restore = usePublishBrand((id: string | null) => call(restoreBrand, { body: { id } }))
  const { shown, ...editing } = useShownVersion(query.data)
  if (absence || !query.data || !shown)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-80" />} />
  const { versions, source } = query.data
  return (
    <>
      <p className="text-muted">
        {t('content.brand.lead')} {t(`content.source.${source}`)}
      </p>
      <BrandForm
        key={shown.versions[0]?.id ?? 'first'}
        // A logo that is not chosen here stays as it is, whoever has published it.
        known={query.data}
        editing={editing}
        send={publish.mutateAsync}
      />
      {source === 'console' && (
        <div>
          <ConfirmButton
            label={t('content.takeBack')}
            text={t('content.takeBack.text')}
            write={restore}
            onConfirm={() => restore.mutate(null, { onSuccess: editing.sent() })}
          >
            {t('content.takeBack')}
          </ConfirmButton>
        </div>
      )}
      <History
        versions={versions}
        write={restore}
        onRestore={({ id }) => restore.mutate(id, { onSuccess: editing.sent() })}
      />
    </>
  )
}
