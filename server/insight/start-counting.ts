import type { FastifyInstance } from 'fastify'
import { makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import { countUse } from './count-use.ts'
import { type Counters, createCounters } from './counters.ts'

type Deps = Omit<Parameters<typeof createCounters>[0], 'log'>

const requests = new Set(Object.values(makeRequestEndpoints).map(({ name }) => name))

/** Counts how customers use the portal until it is closed. */
export function startCounting(
  app: FastifyInstance,
  deps: Deps,
): Counters & { onSearch: (userId: string, text: string, found: boolean) => void } {
  const log = { info: (line: string) => app.log.info(line), warn: (line: string) => app.log.warn(line) }
  const counters = createCounters({ ...deps, log })
  countUse(app, counters, requests)
  app.addHook('onClose', counters.stop)
  return {
    ...counters,
    onSearch: (userId, text, found) => {
      counters.count('search.all')
      if (found) return
      counters.count('search.vain')
      counters.searchedInVain(userId, text)
    },
  }
}
