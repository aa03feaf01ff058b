/** Reads that went on while something was broken. */
export type Reader = {
  /** Status, milliseconds and words of each answer, in order; 0 for none. */
  answers: readonly { status: number; took: number; retryAfter: string | null }[]
  /** How long nothing was answered 200, in milliseconds: the longest such time. */
  longestOutage: () => number
  stop: () => Promise<void>
}

/** Reads the list of orders again and again, as a person with this token. */
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
