import { afterAll, vi } from 'vitest'

/*
 * Files of tests share a process. A connection that one leaves open goes on in the next, where it tries again and again to
 * reach a database that is gone; beside a clock that the next file sets, without a pause.
 */

const countOpen = () => process.getActiveResourcesInfo().filter((resource) => resource === 'PipeWrap').length

const openBefore = countOpen()

// The first hook to be registered is the last to run.
afterAll(() =>
  vi.waitFor(
    () => {
      const left = countOpen() - openBefore
      if (left > 0) throw new Error(`The tests of this file leave ${left} connections open: close them with atEnd.`)
    },
    { timeout: 5_000 },
  ),
)
