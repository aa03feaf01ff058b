import type { Config } from './config.ts'
import { type Setting, settings } from './config-settings.ts'

/** A setting in force: its name, its meaning, where its value comes from, and the value itself unless it is a secret. */
export type SettingInForce = {
  name: string
  meaning: string
  source: 'console' | 'environment' | 'file' | 'standard' | 'unset'
  value: string | null
}

/**
 * All settings as they are in force, in this data folder; of a secret only whether it is set. The secret that signs is kept
 * in a file where the environment has none; what the console has saved (`published`) wins.
 */
export function settingsInForce(
  environment: Record<string, string | undefined>,
  { DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  published: Readonly<Record<string, string | null>> = {},
): SettingInForce[] {
  return Object.entries<Setting<unknown>>(settings).map(([name, { meaning, standard, secret }]) => {
    const saved = published[name]
    if (saved !== undefined) return { name, meaning, source: 'console', value: saved }
    const text = environment[name]?.trim() || undefined
    if (text !== undefined) return { name, meaning, source: 'environment', value: secret ? null : text }
    if (name === 'TOKEN_SECRET' && DATABASE_URL === undefined) return { name, meaning, source: 'file', value: null }
    const value = name === 'DATA_DIR' ? DATA_DIR : (standard ?? null)
    return { name, meaning, source: standard === undefined ? 'unset' : 'standard', value }
  })
}
