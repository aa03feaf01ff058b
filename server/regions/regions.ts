import type { CallRegion, Directory } from '#contract/regions/calls.ts'
import { createClient } from './client.ts'
import { createPasses, type Passes } from './passes.ts'
import { regionProvider } from './provider.ts'
import { type NumberedBy, regionKey } from './secrets.ts'

/** What a portal needs to be one of several regions. */
export type Regions = {
  directory: Directory
  passes: Passes
  call: CallRegion
  /** The other regions by name, each as an identity provider. */
  providers: ReadonlyMap<string, ReturnType<typeof regionProvider>>
  /** The keys by which the others call this one, with the name of each. */
  keys: readonly { name: string; secret: string; numberedBy: NumberedBy }[]
}

/** The regions of a directory, which share secrets: the first one is used, all are accepted. */
export function createRegions(deps: { directory: Directory; secrets: readonly string[]; clock: () => Date }): Regions {
  const { directory, secrets, clock } = deps
  const own = directory.own.name
  const [first = ''] = secrets
  const passes = createPasses({ own, secrets, clock })
  return {
    ...{
      directory,
      passes,
      call: createClient(({ name: to }, numberedBy) => regionKey(first, { from: own, to, numberedBy })),
    },
    providers: new Map(
      directory.others.map((region) => [region.name, regionProvider({ own, region, passes })] as const),
    ),
    keys: secrets.flatMap((secret) =>
      directory.others.flatMap(
        ({ name: from, title }) =>
          [
            {
              name: `Region ${title}`,
              secret: regionKey(secret, { from, to: own, numberedBy: 'supplier' }),
              numberedBy: 'supplier',
            },
            {
              name: `Region ${title}, customers’ numbers`,
              secret: regionKey(secret, { from, to: own, numberedBy: 'customer' }),
              numberedBy: 'customer',
            },
          ] as const,
      ),
    ),
  }
}
