import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { classifyValues } from '../formats/ubl/read/unseen.ts'
import { argument, type Command, Failed } from './command.ts'

const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, ' ')
const countWithNoun = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const ublCommands: readonly Command[] = [
  {
    name: 'ubl unseen',
    summary:
      'Lists the values of the UBL files in a folder that a reader of their pages would not see; writes nothing.',
    arguments: ['FOLDER'],
    options: { why: { type: 'boolean', default: false } },
    help: { why: 'Lists also the values that no reader needs, each with the reason.' },
    run: async ({ out, progress }, args) => {
      const folder = argument(args, 0)
      const names = (await readdir(folder, { recursive: true })).filter((name) => /\.xml$/i.test(name)).toSorted()
      if (names.length === 0) throw new Failed(`There is no .xml file in ${folder}.`)
      const totals = { read: 0, refused: 0, seen: 0, explained: 0, unseen: 0 }
      for (const [index, name] of names.entries()) {
        progress(`${index + 1} of ${names.length}: ${withoutControls(name)}`)
        const coverage = await classifyValues(await readFile(join(folder, name)))
        if ('refused' in coverage) {
          totals.refused += 1
          out(`${withoutControls(name)}: not taken. ${withoutControls(coverage.refused)}`)
          continue
        }
        totals.read += 1
        totals.seen += coverage.seen.length
        totals.explained += coverage.explained.length
        totals.unseen += coverage.unseen.length
        for (const { xpath, value } of coverage.unseen)
          out(`${withoutControls(name)}: ${xpath} = ${value.slice(0, 200)}`)
        if (args.values.why !== true) continue
        for (const { xpath, value, why } of coverage.explained)
          out(`${withoutControls(name)}: (${xpath} = ${value.slice(0, 80)}) ${why}`)
      }
      const values = totals.seen + totals.explained + totals.unseen
      out(
        `${countWithNoun(totals.read, 'file')} read, ${totals.refused} not taken. Of ${countWithNoun(values, 'value')} the pages show ${totals.seen.toLocaleString('en')}; no reader needs ${totals.explained.toLocaleString('en')}; ${totals.unseen.toLocaleString('en')} stand nowhere.`,
      )
      if (totals.unseen > 0) throw new Failed(`${countWithNoun(totals.unseen, 'value')} would not be seen.`)
    },
  },
]
