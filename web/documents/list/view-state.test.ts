import { describe, expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { activeView, defaultViewOf, isViewChanged, searchOfView, viewStateOf } from './view-state.ts'

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
    expect(searchOfView(view)).toEqual({
      status: 'open,overdue',
      period: 'this_month',
      dateField: 'keyDate',
      sort: 'keyDate',
      columns: 'dueDate,open',
      view: view.id,
    })
  })

  test('is changed once the list differs, not when the same is said in another order', () => {
    expect(isViewChanged(view, searchOfView(view))).toBe(false)
    expect(isViewChanged(view, { ...searchOfView(view), density: 'compact' })).toBe(true)
    expect(isViewChanged(view, { ...searchOfView(view), q: 'pump' })).toBe(true)
    const again = { ...view, state: viewStateOf('invoices', searchOfView(view)) }
    expect(isViewChanged(again, searchOfView(view))).toBe(false)
  })

  test('keeps nothing that the type does not know, and never its own name', () => {
    expect(viewStateOf('shipments', { over: '100', q: 'pump', view: view.id })).toBe('q=pump')
  })

  test('opens the list only where the address says nothing of its own', () => {
    expect(defaultViewOf([view], {})).toBe(view)
    expect(defaultViewOf([view], { q: 'pump' })).toBeUndefined()
    expect(defaultViewOf([view], { view: 'none' })).toBeUndefined()
    expect(defaultViewOf([{ ...view, isDefault: false }], {})).toBeUndefined()
    expect(defaultViewOf(undefined, {})).toBeUndefined()
  })

  test('of a colleague that one does not have is a list like any other', () => {
    expect(activeView([view], { view: '01930000-0000-7000-8000-000000000002' })).toBeUndefined()
    expect(activeView([view], { view: view.id })).toBe(view)
  })
})
