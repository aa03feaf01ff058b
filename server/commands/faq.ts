import { join } from 'node:path'
import { listRatedQuestions } from '../faq/faq.ts'
import { type Command, table } from './command.ts'

/** Lists the questions of the FAQ with readers' ratings, so that the operator can improve the answers. */
export const faqCommand: Command = {
  name: 'faq',
  summary: 'Lists the questions of the FAQ with how many readers each answer helped, and how many it did not.',
  run: async ({ open, config, out }) => {
    const { pools } = await open()
    const questions = await listRatedQuestions(pools.server, join(config.DATA_DIR, 'faq'))
    const rows = questions.map(({ id, question, helped, failed }) => [String(helped), String(failed), id, question])
    for (const line of table([['helped', 'did not', 'name', 'question'], ...rows])) out(line)
  },
}
