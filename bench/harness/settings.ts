import { parseArgs } from 'node:util'
import { isSize, type Size } from '#database/seed/generate.ts'

/** The options of a benchmark run. */
export type Settings = {
  size: Size
  /** How many times as many accounts as the size has: copies of its accounts, with all their documents. */
  times: number
  /** How many partitions each large table of the database has; 0: none. */
  partitions: number
  /** Whether only the ratios of some benchmarks are taken, with small data: some minutes, on any machine. */
  short: boolean
  /** Folder of the measured database, kept between runs; undefined: a temporary one. */
  data: string | undefined
  /** How often the portal is measured, each time between two measurements of the bare server. */
  rounds: number
  /** Length of one measurement, in seconds. */
  seconds: number
  /** Length of the soak, in minutes. */
  minutes: number
  /** Megabytes of the file whose import is watched for memory. */
  megabytes: number
  /** Documents of the import that is compared with COPY. */
  documents: number
  /** Rows of the list that is scrolled to its end. */
  rows: number
  /** Millions of lines in the table whose maintenance is measured. */
  lines: number
  /** Names of the benchmarks to run; empty: all. */
  only: readonly string[]
}

export const usage = `npm run bench -- [NAME …] [options]   NAME: a benchmark to run alone, as with --only
  --size S|M|L|XL    documents in the database: 600, 50,000, 1,000,000 (L) or 10,000,000, which is M with --times 200
  --times N          so many times the accounts of the size, each with its documents (1)
  --partitions N     so many partitions of each large table (none)
  --data DIR         keep the database in this folder and use it again (a temporary one)
  --only NAME,NAME   run these benchmarks alone
  --short            the ratios that hold on a busy machine, at size S: five minutes at most on two cores
  --rounds N         how often the portal is measured between two measurements of the bare server (5)
  --seconds N        length of one measurement (5)
  --minutes N        length of the soak (10)
  --megabytes N      size of the file whose import is watched (100)
  --documents N      documents of the import that is compared with COPY (20000)
  --rows N           rows of the list that is scrolled to its end (100000)
  --lines N          millions of lines in the table that is maintained (4)`

const defaults = {
  whole: { size: 'L', rounds: '5', seconds: '5', documents: '20000' },
  short: { size: 'S', rounds: '5', seconds: '1', documents: '1000' },
} as const

/** Reads the command line. Throws an error with a sentence for an unknown option. */
export function readSettings(args: readonly string[]): Settings {
  const { values: named, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      times: { type: 'string' },
      partitions: { type: 'string' },
      short: { type: 'boolean', default: false },
      data: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      megabytes: { type: 'string', default: '100' },
      documents: { type: 'string' },
      rows: { type: 'string', default: '100000' },
      lines: { type: 'string', default: '4' },
    },
  })
  const values = { ...defaults[named.short ? 'short' : 'whole'], ...named }
  const { size, times } = values.size === 'XL' ? { size: 'M', times: '200' } : { ...values, times: values.times ?? '1' }
  if (!isSize(size)) throw new Error(`--size: "${size}" is none of S, M, L and XL.`)
  return {
    size,
    times: parsePositive('times', times),
    partitions: values.partitions === undefined ? 0 : parsePositive('partitions', values.partitions),
    short: values.short,
    data: values.data,
    only: [...positionals, ...values.only.split(',')].filter((name) => name !== ''),
    rounds: parsePositive('rounds', values.rounds),
    seconds: parsePositive('seconds', values.seconds),
    minutes: parsePositive('minutes', values.minutes),
    megabytes: parsePositive('megabytes', values.megabytes),
    documents: parsePositive('documents', values.documents),
    rows: parsePositive('rows', values.rows),
    lines: parsePositive('lines', values.lines),
  }
}

function parsePositive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name}: "${text}" is not a number above nothing.`)
  return value
}
