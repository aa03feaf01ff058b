import type { Reply } from '#contract/endpoint.ts'
import { showRegion } from '#contract/regions/endpoints.ts'
import { regionsOf } from '../settings/regions.ts'
import type { DoctorContext } from './doctor-context.ts'
import { eachAccountNumber } from './queries.ts'
import type { Finding } from './waiting.ts'

/** Milliseconds that another region may take to answer. */
const answerTimeout = 5_000
/** How many accounts in the wrong region are named. */
const maxNamed = 5

/** Checks whether the other regions answer, with the same secret and directory, and whether accounts live where it says. */
export async function checkRegions(context: DoctorContext): Promise<Finding> {
  const regions = regionsOf(context.config, context.clock)
  if (!regions) return ['ok', 'there is one portal alone: REGIONS is not set.']
  const { directory, call } = regions
  const problems = await Promise.all(
    directory.others.map(async (region) => {
      const at = `${region.name} (${region.address})`
      try {
        const { method, path } = showRegion
        const response = await call(region, { method, path, timeout: answerTimeout })
        if (response.status === 401)
          return `${at} does not know the key of this region: REGION_SECRET must be the same, and that portal have been started with it`
        if (response.status !== 200) return `${at} answers ${response.status}`
        const { region: name, directory: hash } = JSON.parse(response.text) as Reply<typeof showRegion>
        if (name !== region.name) return `${at} is the region ${name}`
        return hash === directory.hash ? undefined : `${at} has another directory: REGIONS must be the same everywhere`
      } catch {
        // Why does not matter here: the address and whether the portal runs are to be looked at.
        return `${at} does not answer`
      }
    }),
  )
  const named = problems.filter((problem) => problem !== undefined)
  if (named.length > 0) return ['bad', `${named.join('; ')}.`]
  const misplaced: string[] = []
  let count = 0
  const { pools } = await context.open()
  for await (const number of eachAccountNumber(pools.work)) {
    const name = directory.regionOf(number)
    if (name === directory.own.name) continue
    count++
    if (misplaced.length < maxNamed) misplaced.push(`${number} in ${name}`)
  }
  if (count === 0)
    return ['ok', `${directory.others.length + 1} regions answer and agree; this one is ${directory.own.name}.`]
  const others = count > misplaced.length ? ` and ${count - misplaced.length} more` : ''
  return ['look', `accounts are here that live elsewhere by the directory: ${misplaced.join(', ')}${others}.`]
}
