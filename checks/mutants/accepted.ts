import type { AcceptedMutant } from './report.ts'

/** Changes of the code that no test notices, and that may stay so. */
export const acceptedMutants: readonly AcceptedMutant[] = [
  {
    code: 'const magnitude = value < 0n ? -value : value',
    change: 'value < 0n → value <= 0n',
    reason: 'Zero is the same with either sign.',
  },
  {
    code: 'const half = product < 0n ? -unit / 2n : unit / 2n',
    change: 'product < 0n → product <= 0n',
    reason: 'Half a unit more or less than zero is cut off to zero.',
  },
  {
    code: 'let grantTimes: number[] = []',
    change: '[] → ["Stryker was here"]',
    reason:
      'The compiler refuses a text there; as a time it is never over the limit, and the ninth time pushes it out.',
  },
  {
    code: 'if (queues.size === 0 || running < places) grantTimes = []',
    change: '[] → ["Stryker was here"]',
    reason:
      'The compiler refuses a text there; as a time it is never over the limit, and the ninth time pushes it out.',
  },
  {
    code: 'if (oldest === undefined || grantTimes.length < measuredGrants) return false',
    change: 'oldest === undefined → false',
    reason: 'An empty list has fewer times than are measured; only the compiler needs to hear it.',
  },
  ...['count > 0 → true', 'count > 0 → count >= 0'].map((change) => ({
    code: 'if (count > 0) heldPlaces.set(name, count)',
    change,
    reason: 'Nobody can tell a count of zero from none; it only takes memory.',
  })),
  ...[
    '(principal.account !== undefined && (heldPlaces.get(principal.account) ?? 0) >= account)',
    'if (principal.account !== undefined) addHeld(principal.account, 1)',
    'if (principal.account !== undefined) addHeld(principal.account, -1)',
  ].map((code) => ({
    code,
    change: 'principal.account !== undefined → true',
    reason: 'The other places still ask: what is counted for nobody is compared with nothing.',
  })),
  ...['queues.size > 0 → true', 'queues.size > 0 → queues.size >= 0'].map((change) => ({
    code: 'if (queues.size > 0) serveNext()',
    change,
    reason: 'Without a queue there is nobody to serve; the question only saves time.',
  })),
  {
    code: 'if (text.length <= 200) cache.set(text, computed)',
    change: 'cache.set(text, computed) → ;',
    reason: 'The terms are worked out again and are the same; keeping them only saves time.',
  },
  ...['\'14\' → ""', '[] → ["Stryker was here"]'].map((change) => ({
    code: "const [, maxDigits = '14', maxDecimals = '0'] = /\\{1,(\\d+)\\}(?:.*\\{1,(\\d+)\\})?/.exec(pattern) ?? []",
    change,
    reason: 'Every pattern of a decimal says how many digits it takes; only the compiler needs to hear what else.',
  })),
  {
    code: "const pattern = node?.pattern ?? ''",
    change: '\'\' → "Stryker was here!"',
    reason: 'What has no pattern is told by its type: the text is only asked whether it begins as one of three forms.',
  },
]
