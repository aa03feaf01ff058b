import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')

/** The release that runs, as `npm run release` set it. */
export const portalVersion = (JSON.parse(manifest) as { version: string }).version
