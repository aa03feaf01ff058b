import { Check } from 'lucide-react'
import { isValidElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'

test('an icon is drawn in the tests as in a browser: by the portal, hidden from screen readers unless it has a name', () => {
  // An icon is declared as a component with more in it; the test calls the function that it is.
  const draw = Check as unknown as (props: object) => ReactElement<Record<string, unknown>>
  expect(isValidElement(draw({}))).toBe(true)
  expect(draw({ size: 16 }).props).toMatchObject({ width: 16, 'aria-hidden': true })
  expect(draw({ 'aria-label': 'Done' }).props).toMatchObject({ 'aria-hidden': false })
})
