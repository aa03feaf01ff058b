import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import * as contract from '#contract/regions/endpoints.ts'
import { call } from './call.ts'
import { portalQuery } from './viewer.ts'

type RegionAccounts = Reply<typeof contract.listRegionAccounts>

const regionAccountsQuery = queryOptions({
  queryKey: ['regions', 'accounts'],
  queryFn: ({ signal }) => call(contract.listRegionAccounts, { signal }),
  staleTime: 5 * 60_000,
})

const none: RegionAccounts = { accounts: [], unavailable: [] }

/** The person's accounts in other regions, and the regions that do not answer; none before they have answered. */
export function useRegionAccounts(): RegionAccounts {
  const { data: portal } = useQuery(portalQuery)
  const { data = none } = useQuery({ ...regionAccountsQuery, enabled: (portal?.regions.length ?? 0) > 0 })
  return data
}

/** Goes on in another region, signed in for one of its accounts. */
export async function visitRegion(region: string, account: string): Promise<void> {
  const { url } = await call(contract.visitRegion, { params: { region }, body: { account } })
  location.assign(url)
}
