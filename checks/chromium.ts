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
  const runs = [apt('update'), apt('install', '--no-install-recommends', 'chromium')]
  const aptOutput = runs.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('')
  return findChromium() === undefined ? { ok: false, output: aptOutput + missing } : { ok: true, output: aptOutput }
}
