import { expect, test } from 'vitest'
import { eventStatuses } from './milestones.ts'
import { milestoneOf, milestoneOfStep, vocabularies, vocabularyNames } from './vocabularies.ts'

test('every code of every vocabulary stands for a milestone of a shipment', () => {
  for (const name of vocabularyNames) {
    const codes = Object.keys(vocabularies[name])
    expect(codes.length, name).toBeGreaterThan(9)
    for (const code of codes) {
      const milestone = milestoneOf(name, code)
      expect(milestone !== undefined && Object.hasOwn(eventStatuses, milestone), `${name} ${code}`).toBe(true)
    }
  }
})

test('every code of Recommendation 24 is known, also one that is no milestone', () => {
  for (let code = 1; code <= 363; code++) expect(milestoneOf('rec24', `${code}`), `${code}`).toBeDefined()
})

test('the end of a journey is told in each carrier’s own words', () => {
  expect(milestoneOf('rec24', '21')).toBe('delivered')
  expect(milestoneOf('dcsa', 'DROP')).toBe('delivered')
  expect(milestoneOf('karrio', 'return_to_sender')).toBe('returning')
  expect(milestoneOf('aftership', 'AttemptFail')).toBe('delivery_attempt_failed')
  expect(milestoneOf('17track', 'InTransit_CustomsReleased')).toBe('customs_cleared')
  expect(milestoneOf('epcis', 'departing')).toBe('despatched')
})

test('a finer code that is not known means what its group means', () => {
  expect(milestoneOf('aftership', 'Delivered_003')).toBe('delivered')
  expect(milestoneOf('17track', 'DeliveryFailure_NoBody')).toBe('delivery_attempt_failed')
  expect(milestoneOf('karrio', 'in_transit_soon')).toBeUndefined()
})

test('what is no code is not taken for one', () => {
  for (const name of vocabularyNames) {
    for (const code of ['', 'constructor', '__proto__', 'toString', 'nonsense', '364', '0', '1.5'])
      expect(milestoneOf(name, code), `${name} ${code}`).toBeUndefined()
  }
})

test('goods that are damaged or come back are so whatever is being done with them', () => {
  expect(milestoneOfStep('receiving', 'damaged')).toBe('damaged')
  expect(milestoneOfStep('shipping', 'returned')).toBe('returning')
  expect(milestoneOfStep('receiving', 'returned')).toBe('returned')
  expect(milestoneOfStep('shipping', 'in_transit')).toBe('despatched')
  expect(milestoneOfStep(undefined, 'in_transit')).toBe('in_transit')
  expect(milestoneOfStep('inspecting', 'in_progress')).toBe('unknown')
  expect(milestoneOfStep(undefined, undefined)).toBe('unknown')
})
