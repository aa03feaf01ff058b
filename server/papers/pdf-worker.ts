import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { PrintInput, PrintReply } from './pdf-worker-pool.ts'

/*
 * The process that makes PDFs, one at a time. pdf-worker-pool.ts starts it and sends it all its input; it reads only
 * its template and fonts.
 */

lowerPriority()
// If memory runs out, the system ends this process before any other.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
process.on('disconnect', () => process.exit())
const sendReply = (reply: PrintReply) => process.send?.(reply)

/** The compiler. If this machine cannot load it, no PDFs can be made, and the pool gets the reason. */
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

/** Pages come first. Papers are made all the same where the system does not allow this. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    process.stderr.write(`Papers are made at the same priority as pages: ${messageOf(error)}\n`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
