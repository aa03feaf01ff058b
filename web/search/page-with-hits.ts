/** The most calls for one page: where all that matches is old, a call may look in vain. */
const mostCalls = 5

type Page = { hits: readonly unknown[]; nextCursor: string | null }

/** The first page from `first` on that holds a hit, or the last that was read: what follows it is another page's. */
export async function pageWithHits<P extends Page>(first: P, read: (cursor: string) => Promise<P>): Promise<P> {
  let page = first
  for (let calls = 1; calls < mostCalls && page.hits.length === 0 && page.nextCursor !== null; calls++)
    page = await read(page.nextCursor)
  return page
}
