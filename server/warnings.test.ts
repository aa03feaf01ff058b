import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startWarnings } from './warnings.ts'

test('a start as root is warned of, one as another user or on a system without users is not', () => {
  expect(startWarnings(readConfig({}), 0)).toEqual([expect.stringMatching(/^The portal runs as root/)])
  expect(startWarnings(readConfig({}), 1000)).toEqual([])
  expect(startWarnings(readConfig({}), undefined)).toEqual([])
})

test('a portal that other machines reach is asked for the address that people type', () => {
  expect(startWarnings(readConfig({ HOST: '0.0.0.0' }), 1000)).toEqual([
    expect.stringMatching(/^PUBLIC_URL is not set/),
  ])
  expect(startWarnings(readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.example.com' }), 1000)).toEqual([])
})
