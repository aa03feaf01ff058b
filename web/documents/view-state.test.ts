import { describe, expect, test } from 'vitest'
import type { SavedView } from '../../contract/views.ts'
import { isChanged, openingView, searchOf, stateOf, viewOf } from './view-state.ts'

const view: SavedView = {
  id: '01930000-0000-7000-8000-000000000001',
  type: 'invoices',
  name: 'To pay this month',
  state: 'period=this_month&dateField=keyDate&status=open,overdue&sort=keyDate&columns=dueDate,open',
  shared: false,
  position: 0,
  own: true,
  author: 'Ann',
  changeable: true,
  isDefault: true,
}

describe('a saved view', () => {
  test('is a list with its filters, order and columns, and says which view it is', () => {
    expect(searchOf(view)).toEqual({
      status: 'open,overdue',
      period: 'this_month',
      dateField: 'keyDate',
      sort: 'keyDate',
      columns: 'dueDate,open',
      view: view.id,
    })
  })

  test('is changed once the list differs, not when the same is said in another order', () => {
    expect(isChanged(view, searchOf(view))).toBe(false)
    expect(isChanged(view, { ...searchOf(view), density: 'compact' })).toBe(true)
    expect(isChanged(view, { ...searchOf(view), q: 'pump' })).toBe(true)
    const again = { ...view, state: stateOf('invoices', searchOf(view)) }
    expect(isChanged(again, searchOf(view))).toBe(false)
  })

  test('keeps nothing that the type does not know, and never its own name', () => {
    expect(stateOf('shipments', { over: '100', q: 'pump', view: view.id })).toBe('q=pump')
  })

  test('opens the list only where the address says nothing of its own', () => {
    expect(openingView([view], {})).toBe(view)
    expect(openingView([view], { q: 'pump' })).toBeUndefined()
    expect(openingView([view], { view: 'none' })).toBeUndefined()
    expect(openingView([{ ...view, isDefault: false }], {})).toBeUndefined()
    expect(openingView(undefined, {})).toBeUndefined()
  })

  test('of a colleague that one does not have is a list like any other', () => {
    expect(viewOf([view], { view: '01930000-0000-7000-8000-000000000002' })).toBeUndefined()
    expect(viewOf([view], { view: view.id })).toBe(view)
  })
})
