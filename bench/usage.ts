import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Loaded before a measured server: it tells the benchmark that started it what it has used so far. Memory is told after
 * a collection, so that what is kept is not mistaken for what is merely not yet thrown away.
 */
export type Usage = { cpuMicroseconds: number; rss: number; heap: number }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', (asked) => {
  if (asked !== 'cpu' && asked !== 'memory') return
  if (asked === 'memory') collect()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, rss, heap: heapUsed + external } satisfies Usage)
})
