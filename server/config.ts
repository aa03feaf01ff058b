import { isIP } from 'node:net'
import { mebibyte } from '#database/disk-space.ts'
import { Refusal } from '#database/refusal.ts'
import { checkCombinations } from './config-combinations.ts'
import { type Setting, settings } from './config-settings.ts'

type Settings = typeof settings
type Name = keyof Settings
type Value<N extends Name> = ReturnType<Settings[N]['parse']>

/** The settings by name; those without a default are undefined when unset. An empty value counts as unset. */
export type Config = { readonly [N in Name]: 'standard' extends keyof Settings[N] ? Value<N> : Value<N> | undefined }

/** The bytes of the disk that must stay free; undefined when unset. */
export function freeSpaceOf({ FREE_SPACE }: Config): number | undefined {
  return FREE_SPACE === undefined ? undefined : FREE_SPACE * mebibyte
}

/** How the operator wants the portal to look. */
export function brandOf(config: Config) {
  return {
    name: config.BRAND_NAME,
    brandColor: config.BRAND_COLOR ?? null,
    logo: config.BRAND_LOGO ?? null,
    links: [config.LINK_1, config.LINK_2].filter((link) => link !== undefined),
  }
}

/** A portal with one of these settings is meant for other people, or its data is. */
const publicSettings = ['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL'] as const

/**
 * Why this portal must not have the demo company, as part of a sentence; undefined for a trial. Everybody knows the
 * demo's passwords, so only a portal that is reached from its own machine alone may have it.
 */
export function whyNoDemo(config: Config): string | undefined {
  if (config.DEMO === 'off') return 'DEMO is off'
  const name = publicSettings.find((other) => config[other] !== undefined)
  if (name !== undefined) return `${name} is set`
  return isLoopback(config.HOST) ? undefined : `HOST=${config.HOST} lets other machines in`
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Reads the environment. Throws Refusal with a sentence that names the variable and the remedy. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const config = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, { parse, standard, secret }]) => {
      const text = environment[name]?.trim() || standard
      if (text === undefined) return [name, undefined]
      try {
        return [name, parse(text)]
      } catch (error) {
        const shownValue = secret ? '' : ` (it is "${text}")`
        throw new Refusal(`${name} ${error instanceof Error ? error.message : String(error)}${shownValue}.`, {
          cause: error,
        })
      }
    }),
  ) as Config
  checkCombinations(config)
  return config
}

/** The addresses of the database: the owner's, that of a pooler before it, and that of a replica. */
export const databaseAddresses = (config: Config) => ({
  databaseUrl: config.DATABASE_URL,
  poolUrl: config.DATABASE_POOL_URL,
  readUrl: config.DATABASE_READ_URL,
})
