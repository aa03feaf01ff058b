import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { PrintInput, PrintReply } from './pdf-worker-pool.ts'

/*
 * The process that sets papers, one at a time. It is started by press.ts, is handed all that it needs and reads nothing
 * but its template and fonts.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Where memory runs out all the same, the system ends this process and none of the others.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
process.on('disconnect', () => process.exit())
const sendReply = (reply: PrintReply) => process.send?.(reply)

/** The compiler, unless it cannot be loaded on this machine: then nothing can be set, and the press is told why. */
const typst = await import('./typst.ts').catch((error: unknown) => {
  sendReply({ absent: messageOf(error) })
})
if (typst) {
  process.on('message', (input: PrintInput) => {
    try {
      sendReply({ pdf: typst.compilePdf(input), resident: process.memoryUsage.rss() })
    } catch (error) {
      sendReply({ error: messageOf(error), resident: process.memoryUsage.rss() })
    }
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
