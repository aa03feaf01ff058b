import { Readable } from 'node:stream'

/** Between two looks at whether the reader still may. */
const bytesBetween = 65_536

/**
 * A file as long as its reader may have it: who is removed, disabled or signed out while they read gets no more than what is
 * on its way already. It is asked as it is read, so that a slow reader is held to it too.
 */
export function whileAllowed(content: Readable, stillAllowed: () => Promise<boolean>): Readable {
  // Nothing is read ahead: who does not read holds what they have asked for, as without this.
  return Readable.from(guarded(content, stillAllowed), { objectMode: false, highWaterMark: 1 })
}

async function* guarded(content: Readable, stillAllowed: () => Promise<boolean>): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    // What fits into one piece has been asked for by somebody who might.
    if (sent > 0 && Math.floor((sent + bytes.length) / bytesBetween) > Math.floor(sent / bytesBetween)) {
      if (!(await stillAllowed())) throw new Error('The reader of this file may not read it any more.')
    }
    sent += bytes.length
    yield bytes
  }
}
