import { createConnection } from 'node:net'
import { PortalError, translatable } from '#contract/errors.ts'

/** Where clamd listens. */
export type ScannerAddress = { host: string; port: number } | { path: string }

/** Looks for viruses in a file: the name of the one it has, or null. Rejects when the scanner does not say. */
export type VirusScanner = (content: Buffer) => Promise<string | null>

const replyTimeoutMs = 20_000
const maxReplyLength = 1_000

/**
 * Scans with ClamAV's clamd, by its command INSTREAM (clamd(8)): the file goes in one chunk, with its length before it,
 * and an empty chunk ends it. So clamd can be on another machine and reads no file of this one.
 */
export function clamdScanner(address: ScannerAddress): VirusScanner {
  return async (content) => {
    const reply = await sendCommand(
      address,
      Buffer.concat([command('INSTREAM'), chunk(content), chunk(Buffer.alloc(0))]),
    )
    if (reply === 'stream: OK') return null
    const name = /^stream: (.+) FOUND$/.exec(reply)?.[1]
    if (name === undefined) throw new Error(`The virus scanner replied "${reply}".`)
    return name
  }
}

/** Rejects when no clamd answers at this address. */
export async function pingScanner(address: ScannerAddress): Promise<void> {
  const reply = await sendCommand(address, command('PING'))
  if (reply !== 'PONG') throw new Error(`The virus scanner replied "${reply}".`)
}

/**
 * Throws invalid_input for a file with a virus, and unavailable when the scanner does not say: what was not looked at is
 * not taken.
 */
export async function refuseVirus(scan: VirusScanner | undefined, content: Buffer): Promise<void> {
  const name = await scan?.(content).catch((cause: unknown) => {
    throw new PortalError('unavailable', translatable('request.fileUnchecked'), { retryAfter: 60, cause })
  })
  if (!name) return
  const message = translatable('request.fileVirus', { virus: name })
  throw new PortalError('invalid_input', message, { errors: [{ field: 'file', message }] })
}

/** A command whose reply ends with a zero byte, as the command does. */
const command = (name: string) => Buffer.from(`z${name}\0`)

function chunk(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** Sends a command and returns the reply without the zero byte at its end. */
async function sendCommand(address: ScannerAddress, bytes: Buffer): Promise<string> {
  const socket = createConnection({ ...address, signal: AbortSignal.timeout(replyTimeoutMs) })
  try {
    socket.setEncoding('utf8').write(bytes)
    let reply = ''
    for await (const part of socket) {
      reply += part
      if (reply.includes('\0') || reply.length > maxReplyLength) break
    }
    return reply.slice(0, maxReplyLength).split('\0', 1)[0] ?? ''
  } finally {
    socket.destroy()
  }
}
