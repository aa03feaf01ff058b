import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Preloaded into a measured server: it reports to the benchmark what the server has used so far. Memory is measured
 * after a garbage collection, so that only what is kept counts. `delay` is the longest delay of the event loop, in
 * milliseconds, since `delay` was last requested; it is measured from the first request on.
 */
export type Usage = { cpuMicroseconds: number; rss: number; heap: number; delay: number }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const eventLoopDelay = monitorEventLoopDelay({ resolution: 5 })

process.on('message', (kind) => {
  if (kind !== 'cpu' && kind !== 'memory' && kind !== 'delay') return
  if (kind === 'memory') collectGarbage()
  const delay = eventLoopDelay.max / 1e6
  if (kind === 'delay') {
    eventLoopDelay.reset()
    eventLoopDelay.enable()
  }
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, rss, heap: heapUsed + external, delay } satisfies Usage)
})
