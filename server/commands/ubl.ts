import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { classifyValues } from '../ingest/ubl-unseen.ts'
import { argument, type Command, Failed } from './command.ts'

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ')
const counted = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

export const ublCommands: readonly Command[] = [
  {
    name: 'ubl unseen',
    summary:
      'Lists the values of the UBL files in a folder that a reader of their pages would not see; writes nothing.',
    arguments: ['FOLDER'],
    options: { why: { type: 'boolean', default: false } },
    help: { why: 'Lists also the values that no reader needs, each with the reason.' },
    run: async ({ out, progress }, given) => {
      const folder = argument(given, 0)
      const names = (await readdir(folder, { recursive: true })).filter((name) => /\.xml$/i.test(name)).toSorted()
      if (names.length === 0) throw new Failed(`There is no .xml file in ${folder}.`)
      const sum = { read: 0, refused: 0, seen: 0, explained: 0, unseen: 0 }
      for (const [at, name] of names.entries()) {
        progress(`${at + 1} of ${names.length}: ${plain(name)}`)
        const looked = await classifyValues(await readFile(join(folder, name)))
        if ('refused' in looked) {
          sum.refused += 1
          out(`${plain(name)}: not taken. ${plain(looked.refused)}`)
          continue
        }
        sum.read += 1
        sum.seen += looked.seen.length
        sum.explained += looked.explained.length
        sum.unseen += looked.unseen.length
        for (const { xpath, value } of looked.unseen) out(`${plain(name)}: ${xpath} = ${value.slice(0, 200)}`)
        if (given.values.why !== true) continue
        for (const { xpath, value, why } of looked.explained)
          out(`${plain(name)}: (${xpath} = ${value.slice(0, 80)}) ${why}`)
      }
      const values = sum.seen + sum.explained + sum.unseen
      out(
        `${counted(sum.read, 'file')} read, ${sum.refused} not taken. Of ${counted(values, 'value')} the pages show ${sum.seen.toLocaleString('en')}; no reader needs ${sum.explained.toLocaleString('en')}; ${sum.unseen.toLocaleString('en')} stand nowhere.`,
      )
      if (sum.unseen > 0) throw new Failed(`${counted(sum.unseen, 'value')} would not be seen.`)
    },
  },
]
