import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome']
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Google Chrome for Testing'].flatMap((name) => [
  `/Applications/${name}.app/Contents/MacOS/${name}`,
  `${process.env.HOME ?? ''}/Applications/${name}.app/Contents/MacOS/${name}`,
])
const windowsApps = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((root) =>
  ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((app) =>
    join(process.env[root] ?? '', app),
  ),
)

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the Chromium (or a browser built on it) on this machine: CHROMIUM_PATH first, then the usual places. */
export const findChromium = (env: NodeJS.ProcessEnv = process.env): string | undefined => {
  const folders = (env.PATH ?? '').split(delimiter)
  const candidates = [
    ...(env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : []),
    '/usr/bin/chromium',
    ...commands.flatMap((command) => folders.map((folder) => join(folder, command))),
    '/snap/bin/chromium',
    ...(process.platform === 'darwin' ? macApps : []),
    ...(process.platform === 'win32' ? windowsApps : []),
  ]
  return candidates.find(canRun)
}

/**
 * The path of Chromium without what draws windows, which shows pages with a quarter less work (the tests of lists and of
 * the keyboard take 31 and 19 s instead of 41 and 24 s); undefined without one, or when CHROMIUM_PATH names a browser.
 */
export const findHeadlessChromium = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  env.CHROMIUM_PATH ? undefined : ['/usr/bin/chromium-headless-shell'].find(canRun)

/**
 * Installs Chromium where that needs no question: as root on Debian or Ubuntu. Otherwise returns a sentence that says
 * what to install.
 */
export const installChromium = (): { ok: boolean; output: string } => {
  const missing =
    'No Chromium was found. Install Chromium, Google Chrome or Microsoft Edge, or set CHROMIUM_PATH to its program.\n'
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !canRun('/usr/bin/apt-get')) return { ok: false, output: missing }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-y', '-q', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = (name: string) => apt('install', '--no-install-recommends', name)
  // Not every system has the one without windows, and nothing needs it.
  const runs = [apt('update'), install('chromium'), install('chromium-headless-shell')]
  const aptOutput = runs.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('')
  return findChromium() === undefined ? { ok: false, output: aptOutput + missing } : { ok: true, output: aptOutput }
}
