import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticeSettings } from '../../contract/messages/en/notice-settings.ts'
import { signedOut } from '../../contract/messages/en/signed-out.ts'

const web = join(import.meta.dirname, '..')
const signedInOnly = /^(SignedIn|NotFoundPage|WorkerNote|router)\./
/** Pages with a catalogue of their own, as in the table of pages. */
const pageTexts: Readonly<Record<string, object>> = { 'UnsubscribePage.tsx': noticeSettings }

/** The sources of the signed-out pages, by file. */
const sources = ['auth', 'app'].flatMap((folder) =>
  readdirSync(join(web, folder))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !signedInOnly.test(file))
    .map((file) => ({ file, source: readFileSync(join(web, folder, file), 'utf8') })),
)
const usedKeys = sources.flatMap(({ file, source }) =>
  [...source.matchAll(/'([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+)'/g)].map(([, key]) => ({ file, key: key ?? '' })),
)

test('whoever is not signed in is shown texts that the first load or the page itself brings', () => {
  const keys = usedKeys.filter(({ key }) => !/\.(tsx?|css|svg)$/.test(key))
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter(({ file, key }) => !Object.hasOwn({ ...signedOut, ...pageTexts[file] }, key))).toEqual([])
})
