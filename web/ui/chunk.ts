const loadTimeout = 120_000

/** A part of the program that could not be fetched. */
export class ChunkError extends Error {
  constructor(cause?: unknown) {
    super('A part of the program could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

/** Loads a part of the program; gives up after 120 seconds, so that nobody waits for ever. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError()), loadTimeout)
  try {
    return await Promise.race([load(), promise])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
