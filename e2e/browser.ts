import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../checks/chromium.ts'

const flags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The system's Chromium, without a window; with further flags for what only one test needs. */
export function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? '', args: [...flags, ...more] })
}
