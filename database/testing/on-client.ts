import { openClient } from '../connect.ts'

/** Runs work on a connection of its own to a database, which is closed afterwards. */
export async function onClient<T>(
  url: string,
  work: (client: Awaited<ReturnType<typeof openClient>>) => Promise<T>,
): Promise<T> {
  const client = await openClient({ connectionString: url })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
