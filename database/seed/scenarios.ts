import type { Random } from './random.ts'

/** The course of one deal, from the first enquiry to the last payment. */
export type Scenario = {
  /** `legacy`: the order refers to a quote of an earlier ERP, which never arrives here. */
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
  /** The number of shipments, including the back-order. */
  parts: 1 | 2 | 3
  backorder: boolean
  /** Whether the first promised date is kept. */
  promise: 'kept' | 'moved'
  mishap: 'none' | 'delivery_failed' | 'customs' | 'returned' | 'damaged' | 'silent'
  billing: 'each' | 'once' | 'prepaid'
  payment: 'on_time' | 'late' | 'partial' | 'never'
  credit: 'none' | 'price' | 'goods' | 'full'
  disputed: boolean
}

const defaultScenario: Scenario = {
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

const scenarioWith = (changes: Partial<Scenario>): Scenario => ({ ...defaultScenario, ...changes })

/** Scenarios by name, each with its weight among about a hundred. */
const scenarios = {
  plain: [34, scenarioWith({})],
  quoted: [26, scenarioWith({ quote: 'ordered' })],
  quotedSplit: [6, scenarioWith({ quote: 'ordered', parts: 2 })],
  split: [5, scenarioWith({ parts: 3 })],
  splitOneInvoice: [3, scenarioWith({ parts: 2, billing: 'once' })],
  combined: [4, scenarioWith({ orders: 2, billing: 'once' })],
  backorder: [4, scenarioWith({ quote: 'ordered', parts: 2, backorder: true, promise: 'moved' })],
  late: [5, scenarioWith({ promise: 'moved', payment: 'late' })],
  rejectedQuote: [7, scenarioWith({ quote: 'rejected', orders: 0 })],
  expiredQuote: [4, scenarioWith({ quote: 'open', orders: 0 })],
  withdrawnQuote: [1, scenarioWith({ quote: 'withdrawn', orders: 0 })],
  heldOrder: [1, scenarioWith({ order: 'on_hold' })],
  cancelledOrder: [2, scenarioWith({ quote: 'ordered', order: 'cancelled' })],
  rejectedOrder: [1, scenarioWith({ order: 'rejected' })],
  failedDelivery: [3, scenarioWith({ mishap: 'delivery_failed' })],
  customsHold: [3, scenarioWith({ mishap: 'customs', promise: 'moved' })],
  returned: [2, scenarioWith({ mishap: 'returned', credit: 'full' })],
  goodsBack: [2, scenarioWith({ quote: 'ordered', credit: 'goods' })],
  priceCredit: [2, scenarioWith({ credit: 'price' })],
  damaged: [1, scenarioWith({ mishap: 'damaged', credit: 'full' })],
  prepaid: [2, scenarioWith({ quote: 'ordered', billing: 'prepaid' })],
  partlyPaid: [2, scenarioWith({ payment: 'partial' })],
  latePayer: [4, scenarioWith({ payment: 'late' })],
  disputed: [1, scenarioWith({ quote: 'ordered', payment: 'never', disputed: true })],
  legacy: [1, scenarioWith({ quote: 'legacy' })],
} as const satisfies Record<string, readonly [weight: number, Scenario]>

const weightedScenarios: readonly Scenario[] = Object.values(scenarios).flatMap(([weight, scenario]) =>
  Array<Scenario>(weight).fill(scenario),
)

/** Returns a random scenario, by weight. */
export function randomScenario(random: Random): Scenario {
  return random.pick(weightedScenarios)
}

/** A quote that leads to nothing: one document, to fill up an account. */
export const lostQuote: Scenario = scenarios.rejectedQuote[1]

/** Returns the most documents that a scenario can produce. */
export function maxDocuments(scenario: Scenario): number {
  const quotes = scenario.quote === 'none' || scenario.quote === 'legacy' ? 0 : 1
  if (scenario.orders === 0 || scenario.order !== 'ships') return quotes + scenario.orders
  const invoices =
    scenario.billing === 'each' ? scenario.parts : scenario.billing === 'prepaid' ? scenario.parts + 1 : 1
  return quotes + scenario.orders + scenario.parts + invoices + (scenario.credit === 'none' ? 0 : 1)
}

/** When a showcase scenario takes place: how many days ago it began, or had its (first) delivery. */
type ShowcaseEntry = readonly [daysAgo: number, plot: Scenario, from?: 'start' | 'delivery']

/** Each scenario once, placed in time so that it shows its most interesting state today. */
export const showcase: readonly ShowcaseEntry[] = [
  [210, scenarios.prepaid[1]],
  [170, scenarios.disputed[1]],
  [160, scenarioWith({ quote: 'ordered', parts: 2, payment: 'never' })],
  [150, scenarios.goodsBack[1]],
  [140, scenarios.combined[1]],
  [130, scenarios.partlyPaid[1]],
  [125, scenarios.priceCredit[1]],
  [110, scenarios.legacy[1]],
  [100, scenarios.expiredQuote[1]],
  [95, scenarios.cancelledOrder[1]],
  [90, scenarios.split[1]],
  [70, scenarios.rejectedOrder[1]],
  [66, scenarios.rejectedQuote[1]],
  [62, scenarios.withdrawnQuote[1]],
  [40, scenarioWith({ mishap: 'silent' }), 'delivery'],
  [30, scenarios.returned[1], 'delivery'],
  [24, scenarios.damaged[1], 'delivery'],
  [20, scenarios.plain[1]],
  [18, scenarioWith({ order: 'on_hold', promise: 'moved' })],
  [12, scenarios.backorder[1], 'delivery'],
  [10, scenarios.late[1], 'delivery'],
  [5, scenarios.combined[1], 'delivery'],
  [4, scenarios.quotedSplit[1], 'delivery'],
  [3, scenarios.prepaid[1], 'delivery'],
  [1, scenarios.failedDelivery[1], 'delivery'],
  [0, scenarios.quoted[1], 'delivery'],
  [-1, scenarios.plain[1], 'delivery'],
  [-3, scenarios.customsHold[1], 'delivery'],
  [-2, scenarios.quotedSplit[1], 'delivery'],
  [-3, scenarios.late[1], 'delivery'],
  [-6, scenarios.splitOneInvoice[1], 'delivery'],
  [22, scenarioWith({ quote: 'accepted', orders: 0 })],
  [18, scenarioWith({ quote: 'revision_requested', orders: 0 })],
  [12, scenarios.expiredQuote[1]],
  [6, scenarios.expiredQuote[1]],
  [5, scenarioWith({ quote: 'ordered', promise: 'moved' }), 'start'],
  [3, scenarioWith({ quote: 'in_preparation', orders: 0 })],
  [2, scenarios.plain[1]],
  [1, scenarioWith({ quote: 'requested', orders: 0 })],
  [0, scenarios.plain[1]],
]
