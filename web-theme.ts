import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The script that chooses theme, language and direction before the first paint, without what is for readers alone. */
export const themeScript = (root: string): string =>
  readFileSync(join(root, 'public/theme.js'), 'utf8').replaceAll(/^\s*\/\/.*\n|^\s+/gm, '')
