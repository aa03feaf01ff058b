import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/* A date and time at which the tests have to pass; `npm test -- --repeat` sets the clock to one after the other. */

export type Moment = { name: string; at: Date }

const utc = (year: number, month: number, day: number, hours: number, minutes = 0) =>
  new Date(Date.UTC(year, month, day, hours, minutes))

/** The last Sunday of a month, when clocks in Europe change at one o'clock UTC. */
const lastSunday = (year: number, month: number, hours: number, minutes: number) => {
  const last = utc(year, month + 1, 0, hours, minutes)
  return new Date(last.getTime() - last.getUTCDay() * 86_400_000)
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

const nextLeapYear = (year: number): number => (isLeap(year) ? year : nextLeapYear(year + 1))

/**
 * The moments for runs in a row, beginning with now. All lie ahead, so that nothing was made after the moment of its
 * run.
 */
export const momentsFrom = (now: Date): Moment[] => {
  const year = now.getUTCFullYear() + 1
  return [
    { name: 'now', at: now },
    { name: 'the last minutes of a month', at: utc(year, 4, 31, 23, 50) },
    { name: 'a Sunday night', at: lastSunday(year, 1, 3, 0) },
    { name: 'a leap day', at: utc(nextLeapYear(year), 1, 29, 11) },
    { name: 'the start of summer time', at: lastSunday(year, 2, 0, 55) },
    { name: 'the end of summer time', at: lastSunday(year, 9, 0, 55) },
    { name: 'New Year’s Eve', at: utc(year, 11, 31, 22, 55) },
  ]
}

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
]

/** The path of libfaketime, which gives programs another clock; undefined where it is not installed. */
export const findFakeClock = (): string | undefined => libraries.find((path) => existsSync(path))

/** Installs libfaketime as root on Debian or Ubuntu. Otherwise returns a sentence that says what to install. */
export const installFakeClock = (): { ok: boolean; output: string } => {
  const missing = 'libfaketime was not found. Install the package faketime (Debian, Ubuntu).\n'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return { ok: false, output: missing }
  const { stdout, stderr } = spawnSync('apt-get', ['-y', '-q', 'install', 'faketime'], { encoding: 'utf8' })
  return { ok: findFakeClock() !== undefined, output: `${stdout}${stderr}` }
}

/**
 * The environment in which programs take `at` for the present time, while timers run as usual; undefined where
 * libfaketime is not installed. The embedded PostgreSQL gets no such environment: it keeps its own clock. Browsers do not
 * run with it either: they read CLOCK_AHEAD (milliseconds) instead.
 */
export const clockAt = (at: Date, now: Date): NodeJS.ProcessEnv | undefined => {
  const library = findFakeClock()
  if (library === undefined) return undefined
  const ahead = at.getTime() - now.getTime()
  return {
    LD_PRELOAD: library,
    // An offset from the real clock, not from each program's start: programs that start later must not fall behind.
    FAKETIME: `+${(ahead / 1000).toFixed(3)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    CLOCK_AHEAD: String(ahead),
  }
}
