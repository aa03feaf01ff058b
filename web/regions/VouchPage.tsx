import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { vouchForPerson } from '#contract/regions/endpoints.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { portalQuery } from '../api/viewer.ts'
import { useSearch } from '../routing/hooks.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'

/** Where another region sends a browser to learn who is signed in here; it leads back at once. */
export function VouchPage(): ReactNode {
  const { region = '', state = '', nonce = '' } = useSearch('/vouch')
  const { data: portal } = useQuery(portalQuery)
  const vouched = useQuery({
    queryKey: ['regions', 'vouch', region, state, nonce],
    queryFn: ({ signal }) => call(vouchForPerson, { params: { region }, body: { state, nonce }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const address = vouched.data?.url
  useEffect(() => {
    if (address !== undefined) location.replace(address)
  }, [address])
  const absentState = absentStateOf(vouched)
  const title = portal?.regions.find(({ name }) => name === region)?.title
  return (
    <>
      <PageHeader title={title === undefined ? t('vouch.title') : t('vouch.to', { region: title })} />
      {absentState && <AbsentState absent={absentState} skeleton={null} />}
    </>
  )
}
