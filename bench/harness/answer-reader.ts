/** An answer that is whole: its status, and the beginning of it as text. */
export type Answer = { status: number; head: string }

/** No head of an answer is longer. */
const maxHead = 4096
/** With the end of the chunk before it: a row of a CSV file may end in a nought, too. */
const lastChunk = '\r\n0\r\n\r\n'

/**
 * Reads the answers of one connection. The returned function takes what arrives, and returns the answer when it is
 * whole. It does as little as it can: it runs on the cores of the server that is measured.
 */
export function createAnswerReader(): (chunk: Buffer) => Answer | undefined {
  let head = ''
  let size = 0
  let tail = ''
  let wholeSize: number | 'chunked' | undefined
  return (chunk) => {
    size += chunk.length
    if (wholeSize === undefined) {
      head += chunk.subarray(0, maxHead).toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return undefined
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
      wholeSize = isChunked ? 'chunked' : end + 4 + Number(length ?? 0)
    }
    // It may arrive in two parts.
    tail = (tail + chunk.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length)
    if (wholeSize === 'chunked' ? tail !== lastChunk : size < wholeSize) return undefined
    const answer = { status: Number(head.slice(9, 12)), head }
    head = ''
    size = 0
    tail = ''
    wholeSize = undefined
    return answer
  }
}
