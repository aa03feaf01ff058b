import { endViewing as endpoint, viewAsPath } from '#contract/console/viewing.ts'
import { pathOf } from '#contract/endpoint.ts'
import { current } from './current.ts'
import { clearTabStorage } from './tab-storage.ts'

/** Ends the viewing on the server and here, and returns to the console. */
export async function endViewing(): Promise<void> {
  try {
    // By the console's cookie: the token of the viewing changes nothing, not even itself.
    if (current) await fetch(`/api${pathOf(endpoint, { id: current.id })}`, { method: endpoint.method })
  } finally {
    clearTabStorage()
    location.replace(viewAsPath)
  }
}
