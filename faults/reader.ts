/** A client that keeps reading during a fault. */
export type Reader = {
  /** Status, milliseconds and Retry-After of each answer, in order; status 0 for none. */
  answers: readonly { status: number; took: number; retryAfter: string | null }[]
  /** The longest time without an answer of 200, in milliseconds. */
  longestOutage: () => number
  stop: () => Promise<void>
}

/** Reads the list of orders again and again, as the person with this token; `pause` is in milliseconds. */
export function keepReading(address: () => string, token: string, pause = 25): Reader {
  const answers: { status: number; took: number; retryAfter: string | null }[] = []
  let isOver = false
  let lastGood = performance.now()
  let longest = 0

  const read = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const reply = await getOrders(address(), token).catch(() => undefined)
      await reply?.arrayBuffer().catch(() => undefined)
      const now = performance.now()
      answers.push({
        status: reply?.status ?? 0,
        took: now - startedAt,
        retryAfter: reply?.headers.get('retry-after') ?? null,
      })
      if (reply?.status === 200) {
        longest = Math.max(longest, now - lastGood)
        lastGood = now
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  const reading = read()
  return {
    answers,
    longestOutage: () => Math.max(longest, performance.now() - lastGood),
    stop: async () => {
      isOver = true
      await reading
    },
  }
}

/** The first page of the person's orders. */
export function getOrders(address: string, token: string): Promise<Response> {
  return fetch(`${address}/api/documents/orders`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(15_000),
  })
}
