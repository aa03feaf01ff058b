import type { Owned } from './owned.ts'

/** How each endpoint of returns is asked for what belongs to somebody. Returns themselves: server/tests/returns.test.ts. */
export const returnProbes = {
  listReturnable: (owned: Owned) => [
    {
      url: '/returns/returnable',
      body: { shipments: [owned.numbers.shipments], order: owned.numbers.orders },
      absent: { body: { shipments: ['Nowhere'], order: 'Nowhere' } },
    },
  ],
  showReturn: (owned: Owned) => [{ url: `/returns/RET-${owned.mark}` }],
  printReturn: (owned: Owned) => [{ url: `/returns/RET-${owned.mark}/pdf` }],
}
