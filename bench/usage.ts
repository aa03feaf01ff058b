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
const collect = runInNewContext('gc') as () => void

const watched = monitorEventLoopDelay({ resolution: 5 })

process.on('message', (asked) => {
  if (asked !== 'cpu' && asked !== 'memory' && asked !== 'delay') return
  if (asked === 'memory') collect()
  const delay = watched.max / 1e6
  if (asked === 'delay') {
    watched.reset()
    watched.enable()
  }
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, rss, heap: heapUsed + external, delay } satisfies Usage)
})
