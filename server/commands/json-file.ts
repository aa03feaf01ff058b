import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failed } from './command.ts'

/** What stands in a JSON file. Throws Failed for one that is no JSON. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failed(`${basename(path)} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
