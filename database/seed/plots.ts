import type { Random } from './random.ts'

/** What becomes of one piece of business, from the first question to the last payment. */
export type Plot = {
  /** `legacy`: the order refers to a quote of the ERP before this one, which never arrives here. */
  quote:
    | 'none'
    | 'ordered'
    | 'open'
    | 'rejected'
    | 'withdrawn'
    | 'requested'
    | 'in_preparation'
    | 'revision_requested'
    | 'accepted'
    | 'legacy'
  orders: 0 | 1 | 2
  order: 'ships' | 'on_hold' | 'cancelled' | 'rejected'
  /** Shipments it takes, the back-order included. */
  parts: 1 | 2 | 3
  backorder: boolean
  /** Whether the first promise holds. */
  promise: 'kept' | 'moved'
  mishap: 'none' | 'delivery_failed' | 'customs' | 'returned' | 'damaged' | 'silent'
  billing: 'each' | 'once' | 'prepaid'
  payment: 'on_time' | 'late' | 'partial' | 'never'
  credit: 'none' | 'price' | 'goods' | 'full'
  disputed: boolean
}

const ordinary: Plot = {
  quote: 'none',
  orders: 1,
  order: 'ships',
  parts: 1,
  backorder: false,
  promise: 'kept',
  mishap: 'none',
  billing: 'each',
  payment: 'on_time',
  credit: 'none',
  disputed: false,
}

const plot = (changes: Partial<Plot>): Plot => ({ ...ordinary, ...changes })

/** Plots by name, and how often each of them happens among a hundred or so. */
const plots = {
  plain: [34, plot({})],
  quoted: [26, plot({ quote: 'ordered' })],
  quotedSplit: [6, plot({ quote: 'ordered', parts: 2 })],
  split: [5, plot({ parts: 3 })],
  splitOneInvoice: [3, plot({ parts: 2, billing: 'once' })],
  combined: [4, plot({ orders: 2, billing: 'once' })],
  backorder: [4, plot({ quote: 'ordered', parts: 2, backorder: true, promise: 'moved' })],
  late: [5, plot({ promise: 'moved', payment: 'late' })],
  rejectedQuote: [7, plot({ quote: 'rejected', orders: 0 })],
  expiredQuote: [4, plot({ quote: 'open', orders: 0 })],
  withdrawnQuote: [1, plot({ quote: 'withdrawn', orders: 0 })],
  heldOrder: [1, plot({ order: 'on_hold' })],
  cancelledOrder: [2, plot({ quote: 'ordered', order: 'cancelled' })],
  rejectedOrder: [1, plot({ order: 'rejected' })],
  failedDelivery: [3, plot({ mishap: 'delivery_failed' })],
  customsHold: [3, plot({ mishap: 'customs', promise: 'moved' })],
  returned: [2, plot({ mishap: 'returned', credit: 'full' })],
  goodsBack: [2, plot({ quote: 'ordered', credit: 'goods' })],
  priceCredit: [2, plot({ credit: 'price' })],
  damaged: [1, plot({ mishap: 'damaged', credit: 'full' })],
  prepaid: [2, plot({ quote: 'ordered', billing: 'prepaid' })],
  partlyPaid: [2, plot({ payment: 'partial' })],
  latePayer: [4, plot({ payment: 'late' })],
  disputed: [1, plot({ quote: 'ordered', payment: 'never', disputed: true })],
  legacy: [1, plot({ quote: 'legacy' })],
} as const satisfies Record<string, readonly [weight: number, Plot]>

const drawn: readonly Plot[] = Object.values(plots).flatMap(([weight, what]) => Array<Plot>(weight).fill(what))

/** A plot, each as often as it happens. */
export function anyPlot(random: Random): Plot {
  return random.pick(drawn)
}

/** A quote that leads to nothing: one document, for filling an account up. */
export const lostQuote: Plot = plots.rejectedQuote[1]

/** The most documents that a plot can take. */
export function documentsAtMost(what: Plot): number {
  const quotes = what.quote === 'none' || what.quote === 'legacy' ? 0 : 1
  if (what.orders === 0 || what.order !== 'ships') return quotes + what.orders
  const invoices = what.billing === 'each' ? what.parts : what.billing === 'prepaid' ? what.parts + 1 : 1
  return quotes + what.orders + what.parts + invoices + (what.credit === 'none' ? 0 : 1)
}

/** When a story of the showcase happens: so many days ago it began, or had its (first) delivery. */
type Scene = readonly [daysAgo: number, plot: Plot, from?: 'start' | 'delivery']

/** Each story once, placed so that it stands at its most telling point today. */
export const showcase: readonly Scene[] = [
  [210, plots.prepaid[1]],
  [170, plots.disputed[1]],
  [160, plot({ quote: 'ordered', parts: 2, payment: 'never' })],
  [150, plots.goodsBack[1]],
  [140, plots.combined[1]],
  [130, plots.partlyPaid[1]],
  [125, plots.priceCredit[1]],
  [110, plots.legacy[1]],
  [100, plots.expiredQuote[1]],
  [95, plots.cancelledOrder[1]],
  [90, plots.split[1]],
  [70, plots.rejectedOrder[1]],
  [66, plots.rejectedQuote[1]],
  [62, plots.withdrawnQuote[1]],
  [40, plot({ mishap: 'silent' }), 'delivery'],
  [30, plots.returned[1], 'delivery'],
  [24, plots.damaged[1], 'delivery'],
  [20, plots.plain[1]],
  [18, plot({ order: 'on_hold', promise: 'moved' })],
  [12, plots.backorder[1], 'delivery'],
  [10, plots.late[1], 'delivery'],
  [5, plots.combined[1], 'delivery'],
  [4, plots.quotedSplit[1], 'delivery'],
  [3, plots.prepaid[1], 'delivery'],
  [1, plots.failedDelivery[1], 'delivery'],
  [0, plots.quoted[1], 'delivery'],
  [-1, plots.plain[1], 'delivery'],
  [-3, plots.customsHold[1], 'delivery'],
  [-2, plots.quotedSplit[1], 'delivery'],
  [-3, plots.late[1], 'delivery'],
  [-6, plots.splitOneInvoice[1], 'delivery'],
  [22, plot({ quote: 'accepted', orders: 0 })],
  [18, plot({ quote: 'revision_requested', orders: 0 })],
  [12, plots.expiredQuote[1]],
  [6, plots.expiredQuote[1]],
  [5, plot({ quote: 'ordered', promise: 'moved' }), 'start'],
  [3, plot({ quote: 'in_preparation', orders: 0 })],
  [2, plots.plain[1]],
  [1, plot({ quote: 'requested', orders: 0 })],
  [0, plots.plain[1]],
]
