import type { AnswerOutcome, RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { RequestKind } from '#contract/requests/rules.ts'
import { createLetter } from './paper.ts'

/** A file of the demo. */
export type DemoFile = { name: string; content: Buffer }
type DemoMessage = {
  /** Hours after what was written before. */
  hours: number
  text: string | null
  /** What the supplier decided with it; without one a member wrote it. */
  outcome?: AnswerOutcome
  file?: DemoFile
}
/** One request of the demo with what was written about it. */
export type DemoConversation = {
  type: RequestSubject
  /** The statuses of the document about which it is: the newest of its account. */
  statuses: readonly string[]
  kind: Extract<RequestKind, 'ask' | 'claim'>
  daysAgo: number
  note: string
  messages: readonly DemoMessage[]
}

const deliveryPlan: DemoFile = {
  name: 'Delivery plan.pdf',
  content: createLetter('Delivery plan', [
    'First delivery: two pallets to your plant',
    'Second delivery: the remaining goods to your warehouse',
    '',
    'Both are announced by e-mail one working day ahead.',
  ]),
}

/** What the first customer of the demo has written with the supplier, one of each state. */
export const demoConversations: readonly DemoConversation[] = [
  {
    ...{ type: 'orders', statuses: ['in_progress', 'confirmed'], kind: 'ask', daysAgo: 4 },
    note: 'Could the goods come in two deliveries? Our plant needs two pallets first; the rest may go to the warehouse.',
    messages: [
      {
        hours: 2,
        outcome: 'answered',
        text: 'Yes, that works. The plan is attached; please tell us if it suits you.',
        file: deliveryPlan,
      },
      { hours: 20, text: 'It does, thank you. Could the driver call half an hour ahead?' },
      { hours: 3, outcome: 'answered', text: 'I have put it on the delivery note.' },
    ],
  },
  {
    ...{ type: 'quotes', statuses: ['open'], kind: 'ask', daysAgo: 2 },
    note: 'Can you supply the seals for 150 °C?',
    messages: [
      { hours: 5, outcome: 'asked', text: 'Gladly. Which medium do they meet: mineral oil, or water and glycol?' },
    ],
  },
  {
    ...{ type: 'invoices', statuses: ['open', 'overdue'], kind: 'ask', daysAgo: 1 },
    note: 'Please put our cost centre 4410 on this invoice and send it again.',
    messages: [],
  },
  {
    ...{ type: 'shipments', statuses: ['delivered'], kind: 'claim', daysAgo: 9 },
    note: 'One carton came with a torn edge; the parts in it are scratched.',
    messages: [
      { hours: 1, outcome: 'taken', text: 'Sorry about that. We are asking the carrier and come back to you today.' },
      {
        hours: 6,
        outcome: 'accepted',
        text: 'Replacements leave on the next working day. You need not send anything back.',
      },
    ],
  },
  {
    ...{ type: 'account', statuses: [], kind: 'ask', daysAgo: 12 },
    note: 'From next month all invoices should go to our shared mailbox. What do you need from us?',
    messages: [
      { hours: 4, outcome: 'answered', text: 'The address is enough, we do the rest.' },
      { hours: 18, outcome: 'closed', text: 'It is set up. From the first of the month everything goes there.' },
    ],
  },
]
