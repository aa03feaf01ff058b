import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signedOut } from '../../contract/messages/en/signed-out.ts'

const web = join(import.meta.dirname, '..')
const signedInOnly = /^(SignedIn|NotFoundPage|router)\./

/** The sources of what is shown before anybody has signed in. */
const sources = ['auth', 'app'].flatMap((folder) =>
  readdirSync(join(web, folder))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !signedInOnly.test(file))
    .map((file) => readFileSync(join(web, folder, file), 'utf8')),
)
const used = sources.flatMap((source) =>
  [...source.matchAll(/'([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+)'/g)].map(([, key]) => key ?? ''),
)

test('whoever is not signed in is shown texts that the first load brings', () => {
  const keys = used.filter((key) => !/\.(tsx?|css|svg)$/.test(key))
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => !Object.hasOwn(signedOut, key))).toEqual([])
})
