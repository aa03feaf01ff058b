import { expect, test } from 'vitest'
import { errorReport, replyReport } from './report-error.ts'
import { SessionEnded, Unreachable } from './session.ts'

test('an answer with a message is a success that shows it', () => {
  expect(replyReport(200, 'POST', { message: 'Saved.' })).toEqual({
    tone: 'good',
    title: 'toast.success',
    text: 'Saved.',
  })
  expect(replyReport(201, 'PUT', { message: 'Made.' })).toEqual({ tone: 'good', title: 'toast.success', text: 'Made.' })
})

test('an answer that asks for the second factor is a warning with its message', () => {
  const asked = { TwoFactor: true, message: 'Enter the code we sent you.' }
  expect(replyReport(200, 'POST', asked)).toEqual({ tone: 'warn', title: null, text: 'Enter the code we sent you.' })
})

test('an answer without content says so', () => {
  expect(replyReport(204, 'GET', null)).toEqual({ tone: 'warn', title: 'toast.noContent', text: null })
})

test('an ordinary answer says nothing', () => {
  expect(replyReport(200, 'GET', { rows: [] })).toBeNull()
  expect(replyReport(200, 'POST', 'a token')).toBeNull()
})

test.each([400, 403, 404, 409])('a refusal with status %d shows the sentence of the server', (status) => {
  expect(errorReport({ status, message: 'No.' })).toEqual({ tone: 'bad', title: 'toast.error', text: 'No.' })
})

test('too many requests ask for a minute of patience', () => {
  expect(errorReport({ status: 429, message: '' })).toEqual({ tone: 'warn', title: 'toast.tooMany', text: null })
})

test('a lost connection is told; the end of a session is not, because the page reloads', () => {
  expect(errorReport(new Unreachable(null))).toEqual({ tone: 'bad', title: 'toast.error', text: null })
  expect(errorReport(new SessionEnded())).toBeNull()
})

test('any other failure is left to the caller', () => {
  expect(errorReport({ status: 500, message: 'Oops.' })).toBeNull()
  expect(errorReport(new Error('programming'))).toBeNull()
})
