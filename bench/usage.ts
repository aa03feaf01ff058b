import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Loaded before a measured server: it tells the benchmark that started it what it has used so far. Memory is told after
 * a collection, so that what is kept is not mistaken for what is merely not yet thrown away. `delay` is the longest time, in
 * milliseconds, that the event loop was late since `delay` was asked for last; it is watched from the first time on.
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
